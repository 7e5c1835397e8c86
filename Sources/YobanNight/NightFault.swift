import Foundation
import YobanSimulatedOS

/// A fault at an exact point of a night.
public enum NightFault: Sendable, Hashable {
  /// The app of a device ends at an event of the trace, counted from 0.
  case kill(NightDevice, Kill, event: Int)
  /// A fault of a message between watch and phone, by its number on the link.
  case message(Int, Message)
  /// A fault at a call of a device's app that concerns its storage, counted from 1.
  case storage(NightDevice, Storage, call: Int)
  /// A fault of a request to the collector, counted from 0.
  case exchange(Int, Exchange)

  public enum Kill: String, Sendable, Hashable, CaseIterable {
    /// The app is removed from memory without notice.
    case jetsam
    /// The user ends the app: by a swipe, or by a force stop on Android.
    case forceQuit = "force-quit"
    case reboot
  }

  /// Each fault happens before the call is made.
  public enum Storage: String, Sendable, Hashable, CaseIterable {
    /// The process ends.
    case kill
    /// The device loses its power, and all writes that are not durable.
    case powerAll = "power-all"
    /// The device loses its power, and a drawn part of the writes that are not durable.
    case powerPart = "power-part"
    /// The kernel panics, and a drawn part is lost of what was not synchronized.
    case panicPart = "panic-part"
    /// The call fails with EIO.
    case inputOutputError = "eio"
    /// The call fails with ENOSPC.
    case noSpace = "enospc"

    /// Whether the app or the device ends.
    var ends: Bool { self != .inputOutputError && self != .noSpace }

    func answer(_ call: Int) -> SystemCallAnswer {
      switch self {
      case .kill: .kill(.jetsam, .before)
      case .powerAll: .losePower(.keepsNothingPending, .before)
      case .powerPart: .losePower(.drawn(seed: UInt64(call)), .before)
      case .panicPart: .panic(.drawn(seed: UInt64(call)), .before)
      case .inputOutputError: .fail(EIO)
      case .noSpace: .fail(ENOSPC)
      }
    }
  }

  public enum Message: String, Sendable, Hashable, CaseIterable { case lost, doubled, delayed }

  public enum Exchange: String, Sendable, Hashable, CaseIterable {
    case requestLost = "request-lost"
    case answerLost = "answer-lost"
    case doubled
  }
}

extension NightFault: LosslessStringConvertible {
  /// Parses the format of `description`: `kill:watch:jetsam:45`, `message:12:lost`,
  /// `exchange:3:answer-lost`, `storage:android:power-all:17`.
  public init?(_ text: String) {
    let parts = text.split(separator: ":").map(String.init)
    switch (parts.first, parts.count) {
    case ("kill", 4):
      guard let device = NightDevice(rawValue: parts[1]), let kill = Kill(rawValue: parts[2]),
        let event = Int(parts[3]), event >= 0
      else { return nil }
      self = .kill(device, kill, event: event)
    case ("storage", 4):
      guard let device = NightDevice(rawValue: parts[1]), let storage = Storage(rawValue: parts[2]),
        let call = Int(parts[3]), call >= 1
      else { return nil }
      self = .storage(device, storage, call: call)
    case ("message", 3):
      guard let number = Int(parts[1]), let message = Message(rawValue: parts[2]) else {
        return nil
      }
      self = .message(number, message)
    case ("exchange", 3):
      guard let number = Int(parts[1]), let exchange = Exchange(rawValue: parts[2]) else {
        return nil
      }
      self = .exchange(number, exchange)
    default: return nil
    }
  }

  public var description: String {
    switch self {
    case .kill(let device, let kill, let event): "kill:\(device.rawValue):\(kill.rawValue):\(event)"
    case .storage(let device, let storage, let call):
      "storage:\(device.rawValue):\(storage.rawValue):\(call)"
    case .message(let number, let fault): "message:\(number):\(fault.rawValue)"
    case .exchange(let number, let fault): "exchange:\(number):\(fault.rawValue)"
    }
  }
}

/// Carries requests to a collector and applies a fault to one of them.
final class FaultyGateway: HTTPGateway, @unchecked SimulationConfined {
  private let gateway: any HTTPGateway
  private let number: Int
  private let fault: NightFault.Exchange
  private var count = 0
  /// Whether the request with the fault was sent.
  var hasHappened: Bool { count > number }

  init(_ gateway: any HTTPGateway, _ fault: NightFault.Exchange, at number: Int) {
    self.gateway = gateway
    self.fault = fault
    self.number = number
  }

  func exchange(_ request: HTTPExchangeRequest) throws(HTTPExchangeError) -> HTTPExchangeResponse {
    defer { count += 1 }
    guard count == number else { return try gateway.exchange(request) }
    switch fault {
    case .requestLost: throw .connectionLost
    case .answerLost:
      _ = try gateway.exchange(request)
      throw .connectionLost
    case .doubled:
      _ = try gateway.exchange(request)
      return try gateway.exchange(request)
    }
  }
}
