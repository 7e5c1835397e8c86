internal import YobanSimulatedApple

extension AVAudioSession {
  /// The kind of a port. Only the first four and, on a watch, Bluetooth occur here.
  public struct Port: Hashable, Equatable, RawRepresentable, Sendable {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }

    public static let builtInMic = Port(rawValue: "MicrophoneBuiltIn")
    public static let headsetMic = Port(rawValue: "MicrophoneWired")
    public static let builtInSpeaker = Port(rawValue: "Speaker")
    public static let headphones = Port(rawValue: "Headphones")
    public static let builtInReceiver = Port(rawValue: "Receiver")
    public static let bluetoothA2DP = Port(rawValue: "BluetoothA2DPOutput")
    public static let bluetoothHFP = Port(rawValue: "BluetoothHFP")
    public static let bluetoothLE = Port(rawValue: "BluetoothLE")
    public static let airPlay = Port(rawValue: "AirPlay")
    public static let carAudio = Port(rawValue: "CarAudio")
  }
}

/// The inputs and outputs of sound.
///
/// Sendable: immutable.
open class AVAudioSessionRouteDescription: NSObject, @unchecked Sendable {
  open var inputs: [AVAudioSessionPortDescription] { inputPorts }
  open var outputs: [AVAudioSessionPortDescription] { outputPorts }
  private let inputPorts: [AVAudioSessionPortDescription]
  private let outputPorts: [AVAudioSessionPortDescription]

  init(_ route: AudioRoute, _ category: AudioCategory, isOnWatch: Bool) {
    let isSpeaker = route == .speaker
    let headphones: AVAudioSession.Port = isOnWatch ? .bluetoothA2DP : .headphones
    let headset: AVAudioSession.Port = isOnWatch ? .bluetoothHFP : .headsetMic
    let output = AVAudioSessionPortDescription(
      isSpeaker ? .builtInSpeaker : headphones, isSpeaker ? "Speaker" : "Headphones")
    let input = AVAudioSessionPortDescription(
      isSpeaker ? .builtInMic : headset,
      isSpeaker ? "\(isOnWatch ? "Apple Watch" : "iPhone") Microphone" : "Headset Microphone")
    outputPorts = category == .record ? [] : [output]
    inputPorts = category.records ? [input] : []
    super.init()
  }
}

/// A microphone, a loudspeaker or a connector.
///
/// Sendable: immutable.
open class AVAudioSessionPortDescription: NSObject, @unchecked Sendable {
  open var portType: AVAudioSession.Port { type }
  open var portName: String { name }
  /// Identifies the port; always the same for the same port.
  open var uid: String { type.rawValue }
  private let type: AVAudioSession.Port
  private let name: String

  init(_ type: AVAudioSession.Port, _ name: String) {
    self.type = type
    self.name = name
    super.init()
  }
}
