import Foundation
import YobanVirtualTime

/// An estimate of the energy that a device or one of its apps has used, with the share of each cause (EN1 to EN7).
///
/// It is made from public figures, of which some belong to other devices. It compares two versions of an app, or two
/// ways of doing the same; it does not promise how long the battery of a real device lasts.
///
/// ```swift
/// let energy = phone.energy(of: app)
/// print(energy)
/// #expect(energy.percentOfBattery < 20)
/// ```
public struct EnergyEstimate: Sendable, Hashable {
  /// One cause with its energy.
  public struct Cause: Sendable, Hashable {
    /// The name of the app, or of its extension; nil for the device itself.
    public let app: String?
    /// Such as `processor awake: location`.
    public let name: String
    /// At least 0.
    public let milliwattHours: Double
  }

  /// The subject of the estimate, such as `Recorder on phone`.
  public let subject: String
  /// The model whose battery counts, such as `iPhone 12`.
  public let model: String
  /// The energy of a full battery, in milliwatt-hours.
  public let battery: Double
  public let duration: Duration
  /// The causes, beginning with the one that used most.
  public let causes: [Cause]
  /// The waste that the app could avoid, with its cost in an hour. It is advice: an app may have a good reason.
  public let advice: [Finding]

  /// The energy of all causes, in milliwatt-hours.
  public var milliwattHours: Double { causes.reduce(0) { $0 + $1.milliwattHours } }

  /// The energy of all causes, in percent of a full battery.
  public var percentOfBattery: Double { percentOfBattery(milliwattHours) }

  /// The energy of the causes whose names contain a text, in milliwatt-hours; 0 if there is none.
  ///
  /// ```swift
  /// #expect(energy.milliwattHours(of: "without a filter") == 0)
  /// ```
  public func milliwattHours(of text: String) -> Double {
    causes.filter { $0.name.contains(text) }.reduce(0) { $0 + $1.milliwattHours }
  }

  /// The share of a cause in the energy of all causes, from 0 to 1.
  public func share(of cause: Cause) -> Double {
    milliwattHours > 0 ? cause.milliwattHours / milliwattHours : 0
  }

  func percentOfBattery(_ milliwattHours: Double) -> Double {
    battery > 0 ? milliwattHours / battery * 100 : 0
  }
}

extension EnergyEstimate: CustomStringConvertible {
  /// A small table: the sum, then a line for each cause, with its energy, its part of the battery and its share.
  public var description: String {
    var lines = [summary]
    for cause in causes {
      let owner = cause.app.map { " (\($0))" } ?? ""
      let numbers = String(
        format: "%9.2f mWh %7.2f %% %5.1f %%", cause.milliwattHours,
        percentOfBattery(cause.milliwattHours), share(of: cause) * 100)
      lines.append("\(numbers)  \(cause.name)\(owner)")
    }
    return (lines + advice.map { "  \($0.summary)" }).joined(separator: "\n")
  }

  /// The sum in one line, such as `Recorder on phone: about 12.3 % of the battery of iPhone 12 in 8.0 h (1326 mWh)`.
  public var summary: String {
    let part = String(format: "about %.1f %%", percentOfBattery)
    let time = String(format: "%.1f h (%.0f mWh)", duration.seconds / 3600, milliwattHours)
    return "\(subject): \(part) of the battery of \(model) in \(time)"
  }
}
