import Foundation
import VirtualTime

/// A position, in meters.
public struct Place: Sendable, Hashable, CustomStringConvertible {
  public var x: Double
  public var y: Double

  public init(x: Double, y: Double = 0) {
    self.x = x
    self.y = y
  }

  public static let origin = Place(x: 0)

  /// The position as text, such as `12.5 m, 0 m`.
  public var description: String { "\(meters(x)), \(meters(y))" }

  private func meters(_ value: Double) -> String {
    let centimeters = Int((value * 100).rounded())
    let (whole, rest) = (abs(centimeters) / 100, abs(centimeters) % 100)
    let digits =
      rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return "\(centimeters < 0 ? "-" : "")\(whole)\(digits) m"
  }

  func distance(to other: Place) -> Double {
    let (dx, dy) = (x - other.x, y - other.y)
    return (dx * dx + dy * dy).squareRoot()
  }
}

/// The strength with which one radio receives another: path loss with distance, losses from
/// buildings and bodies, and bounded noise (RA1). It has no side effects.
///
/// Walls and bodies cause much more loss than distance, so each world chooses its surroundings: an
/// open field, indoors (the default), or indoors among people who wear their devices. A sender of 0
/// dBm then reaches about 560 m, 39 m and 10 m. Facts: `RadioFacts`.
public struct RadioModel: Sendable, Hashable {
  /// The exponent of the path loss with distance; 2 is free space.
  public var pathLossExponent = RadioFacts.pathLossExponent(always)
  /// The loss over the first meter, in dB (2.4 GHz in free space: 40 dB).
  public var lossAtOneMeter = RadioFacts.lossAtOneMeter(always)
  /// The loss from walls and furniture for each meter, in dB.
  public var lossPerMeter: Double
  /// The loss from bodies at the two radios, in dB.
  public var bodyLoss: Double
  /// The weakest power that a radio receives, in dBm.
  public var sensitivity = RadioFacts.sensitivity(always)
  /// The range of the noise, in dB: three evenly distributed draws from minus to plus this value
  /// are added to the power.
  public var noise = RadioFacts.noise(always)
  /// The time that a controller adds to each advertising interval, drawn each time.
  public var advertisingJitter = RadioFacts.advertisingJitter(always)
  /// The percentage of reads that fail with `CBError.connectionTimeout` although the link holds
  /// (RA2).
  public var failedReadsPercent = RadioFacts.failedReadsPercent(always)
  /// The percentage of connections for which the app never receives `didConnect` (RA2).
  public var missedConnectsPercent = RadioFacts.missedConnectsPercent(always)

  private init(lossPerMeter: Double, bodyLoss: Double) {
    self.lossPerMeter = lossPerMeter
    self.bodyLoss = bodyLoss
  }

  /// A free line of sight without walls or people in between.
  public static let openField = RadioModel(lossPerMeter: 0, bodyLoss: 0)
  /// A building, with both devices in the hand or on a table.
  public static let indoors = RadioModel(
    lossPerMeter: RadioFacts.indoorLossPerMeter(always), bodyLoss: 0)
  /// A building, with both devices in pockets.
  public static let worn = RadioModel(
    lossPerMeter: RadioFacts.indoorLossPerMeter(always), bodyLoss: RadioFacts.wornLoss(always))

  /// A placeholder: these facts do not depend on a system version.
  private static let always = SystemVersion(0)

  /// Returns the received power without noise, in dBm.
  ///
  /// - Parameters:
  ///   - transmitPower: dBm at the sender's antenna.
  ///   - distance: meters; below 10 cm it counts as 10 cm.
  public func meanPower(_ transmitPower: Double, distance: Double) -> Double {
    let distance = max(0.1, distance)
    return transmitPower - lossAtOneMeter - bodyLoss - lossPerMeter * distance
      - 10 * pathLossExponent * log10(distance)
  }

  /// Whether a connection can be made and holds at this power.
  func holdsConnection(_ mean: Double) -> Bool { mean >= sensitivity }

  /// Whether a packet can ever be received at this power.
  func mayReceive(_ mean: Double) -> Bool { mean + 3 * noise >= sensitivity }

  /// Returns the RSSI of one packet in whole dBm, or nil if it was not received.
  func receive(_ mean: Double, _ random: inout RandomStream) -> Int? {
    var power = mean
    for _ in 0..<3 {
      power += (Double(random.next(below: 20_001)) / 10_000 - 1) * noise
    }
    return power >= sensitivity ? Int(power.rounded()) : nil
  }
}
