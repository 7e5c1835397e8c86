import YobanExploration
import YobanNight
import YobanSimulatedOS

/// An app of this project with a scenario, in which an exploration searches for failures.
public struct ExploredApp: Sendable {
  /// Such as `night`.
  public var name: String
  /// One sentence that says what the user does and what must hold.
  public var words: String
  public var scenario: Scenario

  /// All apps that can be explored.
  public static let all: [ExploredApp] = [
    night, accessory, beacon, scratch, job, proximity,
  ]

  private static let night = ExploredApp(
    name: "night",
    words:
      "iPhone, watch and Android phone record for 3 minutes: no sample is lost or stored twice, and each gap has its true cause.",
    scenario: CrashPointSweep.plan().exploration())
}

extension InstalledApp {
  /// The lines that the app has printed.
  var printed: [String] {
    printedEvents.compactMap { event in
      guard let line = event.kind.output else { return nil }
      return line
    }
  }
}
