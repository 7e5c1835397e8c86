import Foundation
import YobanPlatformProfiles
import YobanVirtualTime

/// The strength with which one radio receives another: path loss with distance, losses from
/// buildings and bodies, and bounded noise (RA1). It has no side effects.
///
/// Walls and bodies cause much more loss than distance, so each world chooses its surroundings: an
/// open field, indoors (the default), or indoors among people who wear their devices. A sender of 0
/// dBm then reaches about 560 m, 39 m and 10 m.
public struct RadioModel: Sendable, Hashable {
  /// The loss over the first meter, in dB (2.4 GHz in free space: 40 dB).
  @Fact("loss of power over the first meter, dB", "RA1", .always(40, .documented))
  public var lossAtOneMeter: Double
  /// The exponent of the path loss with distance; 2 is free space.
  @Fact("path loss exponent, as in free space", "RA1", .always(2, .documented))
  public var pathLossExponent: Double
  /// The loss from walls and furniture for each meter, in dB.
  @Fact("loss to walls and furniture for each meter indoors, dB", "RA1", .always(0.6, .assumed))
  public var lossPerMeter: Double
  /// The loss from bodies at the two radios, in dB.
  @Fact(
    "loss to the bodies of two people who wear their devices, dB", "RA1", .always(30, .assumed))
  public var bodyLoss: Double
  /// The weakest power that a radio receives, in dBm.
  @Fact("weakest power that a receiver decodes, dBm", "RA1", .always(-95, .assumed))
  public var sensitivity: Double
  /// The range of the noise, in dB: three evenly distributed draws from minus to plus this value
  /// are added to the power.
  @Fact("RSSI is the mean plus three even draws of at most, dB", "RA1", .always(2, .assumed))
  public var noise: Double
  /// The time that a controller adds to each advertising interval, drawn each time.
  @Fact(
    "added to each advertising interval", "RA1", .always(.zero...(.milliseconds(10)), .documented))
  public var advertisingJitter: ClosedRange<Duration>
  /// The percentage of reads that fail with `CBError.connectionTimeout` although the link holds
  /// (RA2).
  @Fact("% of reads that fail with code 6", "RA2", .always(0, .assumed))
  public var failedReadsPercent: UInt64
  /// The percentage of connections for which the app never receives `didConnect` (RA2).
  @Fact("% of connections that are not reported to the app", "RA2", .always(0, .assumed))
  public var missedConnectsPercent: UInt64

  /// Creates the model of a building with both devices in pockets, which has all losses.
  init() {}

  /// A free line of sight without walls or people in between.
  public static let openField = {
    var model = indoors
    model.lossPerMeter = 0
    return model
  }()
  /// A building, with both devices in the hand or on a table.
  public static let indoors = {
    var model = worn
    model.bodyLoss = 0
    return model
  }()
  /// A building, with both devices in pockets.
  public static let worn = RadioModel()

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
  package func holdsConnection(_ mean: Double) -> Bool { mean >= sensitivity }

  /// Whether a packet can ever be received at this power.
  package func mayReceive(_ mean: Double) -> Bool { mean + 3 * noise >= sensitivity }

  /// Returns the RSSI of one packet in whole dBm, or nil if it was not received.
  package func receive(_ mean: Double, _ random: inout RandomStream) -> Int? {
    var power = mean
    for _ in 0..<3 {
      power += (Double(random.next(below: 20_001)) / 10_000 - 1) * noise
    }
    return power >= sensitivity ? Int(power.rounded()) : nil
  }
}
