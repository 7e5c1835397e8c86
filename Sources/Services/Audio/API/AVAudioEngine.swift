internal import YobanSimulatedApple

/// A graph of nodes that plays. While it runs, it counts as playing, also if what it plays is silent (AU1, AU3).
/// There is no input: a recording is made with `AVAudioRecorder`.
open class AVAudioEngine: NSObject, @unchecked SimulationConfined {
  private var nodes: [AVAudioNode] = []
  private var mixer: AVAudioMixerNode?
  private var output: EngineOutput?

  public override init() { super.init() }

  deinit { output?.close() }

  open var attachedNodes: Set<AVAudioNode> { Set(nodes + [mixer].compactMap(\.self)) }

  /// The mixer in front of the output; it exists from its first use on.
  open var mainMixerNode: AVAudioMixerNode {
    if let mixer { return mixer }
    let mixer = AVAudioMixerNode()
    mixer.owner = self
    mixer.isConnected = true
    self.mixer = mixer
    return mixer
  }

  // MARK: The graph

  open func attach(_ node: AVAudioNode) {
    guard node.owner !== self else { return }
    node.owner = self
    nodes.append(node)
  }

  open func detach(_ node: AVAudioNode) {
    (node as? AVAudioPlayerNode)?.stop()
    node.owner = nil
    node.isConnected = false
    nodes.removeAll { $0 === node }
  }

  /// Connects a node with another one. Both must be attached; otherwise the call raises an exception, which terminates
  /// the app.
  open func connect(_ node1: AVAudioNode, to node2: AVAudioNode, format: AVAudioFormat?) {
    guard node1.owner === self, node2.owner === self else {
      AppProcess.raise(
        "com.apple.coreaudio.avfaudio: required condition is false: _nodes.containsObject(node1) && _nodes.containsObject(node2)"
      )
    }
    node1.isConnected = true
  }

  open func connect(
    _ node1: AVAudioNode, to node2: AVAudioNode, fromBus bus1: AVAudioNodeBus,
    toBus bus2: AVAudioNodeBus, format: AVAudioFormat?
  ) { connect(node1, to: node2, format: format) }

  open func disconnectNodeOutput(_ node: AVAudioNode) { node.isConnected = false }
  open func disconnectNodeOutput(_ node: AVAudioNode, bus: AVAudioNodeBus) {
    node.isConnected = false
  }

  // MARK: Running

  /// Whether it runs. An interruption stops it (AU2).
  open var isRunning: Bool { output?.isRunning ?? false }

  open func prepare() {}

  /// Starts, and activates the app's audio session.
  ///
  /// - Throws: an error of the domain `NSOSStatusErrorDomain` if the session refuses, for instance 561015905 in
  ///   background (AU1). An engine whose main mixer was not used has no output: then the call raises an exception,
  ///   which terminates the app.
  open func start() throws {
    guard mixer != nil else {
      AppProcess.raise(
        "com.apple.coreaudio.avfaudio: required condition is false: inputNode != nullptr || outputNode != nullptr"
      )
    }
    let output =
      output
      ?? EngineOutput(in: AVAudioSession.sharedInstance().session) { [weak self] in
        self?.playersChanged()
      }
    self.output = output
    updateSilence()
    do throws(AudioFailure) {
      try output.session.handle(for: "AVAudioEngine")("start()") { _ throws(AudioFailure) in
        try output.start()
      }
    } catch { throw error.apple }
    playersChanged()
  }

  open func pause() { halt("paused") }
  open func stop() { halt("stopped") }
  open func reset() {}

  private func halt(_ why: String) {
    output?.stop(why)
    playersChanged()
  }

  private var players: [AVAudioPlayerNode] { nodes.compactMap { $0 as? AVAudioPlayerNode } }

  private func playersChanged() { for player in players { player.updatePlayback() } }

  /// Whether anything that is not silent is heard.
  func updateSilence() {
    output?.isSilent =
      (mixer?.outputVolume ?? 0) <= 0 || !players.contains { $0.isConnected && $0.isHeard }
  }
}

/// A node of an engine.
open class AVAudioNode: NSObject, @unchecked SimulationConfined {
  weak var owner: AVAudioEngine?
  var isConnected = false

  override init() {}

  /// The engine to which the node is attached.
  open var engine: AVAudioEngine? { owner }
  open func reset() {}
}

/// A node that mixes its inputs.
open class AVAudioMixerNode: AVAudioNode, @unchecked SimulationConfined {
  public override init() {}

  /// The volume, from 0 to 1. At 0 the engine counts as silent (AU3).
  open var outputVolume: Float = 1 { didSet { owner?.updateSilence() } }
}
