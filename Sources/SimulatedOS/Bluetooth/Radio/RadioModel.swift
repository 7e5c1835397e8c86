import Foundation
import VirtualTime

/// Where something is, in metres.
public struct Place: Sendable, Hashable, CustomStringConvertible {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double = 0) {
    self.x = x
    self.y = y
  }

  public static let origin = Place(x: 0)

  /// Such as `12.5 m, 0 m`.
  public var description: String { "\(metres(x)), \(metres(y))" }

  private func metres(_ value: Double) -> String {
    let centimetres = Int((value * 100).rounded())
    let (whole, rest) = (abs(centimetres) / 100, abs(centimetres) % 100)
    let digits =
      rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(centimetres < 0 ? "-" : "")\(whole)\(digits) m"
  }

  func distance(to other: Place) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// Log-distance path loss with bounded noise: how strongly one radio hears another. Pure.
public struct RadioModel: Sendable, Hashable {
  /// Loss of power with distance; 2 in free space, 2 to 4 indoors (assumed).
  public var pathLossExponent = 2.4
  /// Loss over the first metre, dB (2.4 GHz in free space: 40 dB).
  public var lossAtOneMetre = 40.0
  /// Weakest power that a radio still receives, dBm (assumed; usual for phones).
  public var sensitivity = -95.0
  /// The sum of three even draws from minus this to plus this is added, dB (assumed).
  public var noise = 2.0

  public init() {}

  /// The received power without noise, dBm.
  ///
  /// - Parameters:
  ///   - transmitPower: dBm at the sender's antenna.
  ///   - distance: metres; below 10 cm it counts as 10 cm.
  public func meanPower(_ transmitPower: Double, distance: Double) -> Double {
    transmitPower - lossAtOneMetre - 10 * pathLossExponent * log10(max(0.1, distance))
  }

  /// Whether a connection holds at this power.
  func holdsConnection(_ mean: Double) -> Bool { mean >= sensitivity }

  /// Whether a packet can ever be received at this power.
  func mayReceive(_ mean: Double) -> Bool { mean + 3 * noise >= sensitivity }

  /// The RSSI of one packet in whole dBm, or nil if it was not received.
  func receive(_ mean: Double, _ random: inout RandomStream) -> Int? {
    var power = mean
    for _ in 0..<3 {
      power += (Double(random.next(below: 20_001)) / 10_000 - 1) * noise
    }
    return power >= sensitivity ? Int(power.rounded()) : nil
  }
}
