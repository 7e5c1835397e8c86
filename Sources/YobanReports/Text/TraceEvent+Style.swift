import YobanSimulatedOS

extension TraceEvent.Style {
  /// The parameters of the ANSI sequence "select graphic rendition".
  var code: String? {
    switch self {
    case .plain: nil
    case .quiet: "2"
    case .yellow: "33"
    case .cyan: "36"
    case .green: "32"
    case .magenta: "35"
    case .red: "1;31"
    }
  }

  /// The meaning of the color, for the legend.
  var meaning: String? {
    switch self {
    case .plain: nil
    case .quiet:
      "samples, sensors, wake locks, states of regions, audio categories, background tasks and attribute requests in good order"
    case .yellow: "what a user did"
    case .cyan: "the life cycle of an app"
    case .green:
      "location, audio, tasks of the scheduler, pushes, notifications, transfers, links and services"
    case .magenta: "network, power, screen and accessories"
    case .red: "something ended or failed, or a finding"
    }
  }
}
