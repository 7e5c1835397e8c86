import YobanPlatformProfiles
import YobanSimulatedDevices
import YobanVirtualTime

/// The routes of long-form audio on a watch, and the picker for them (AU5).
extension AudioService {
  var isOnWatch: Bool { device.profile.platform == .watchOS }

  /// Whether the device can play long-form audio now: on a watch with headphones, or with a speaker
  /// that supports it while the watch is not charging.
  var hasLongFormRoute: Bool {
    guard isOnWatch, route == .speaker else { return true }
    return policy.speakerPlaysLongForm && !device.power.isCharging
      && device.profile.watchModel?.playsLongFormAudio == true
  }

  /// Plans whether the user picks headphones when a watch shows the route picker for long-form audio
  /// of the app, or closes it. Default: the user picks headphones (AU5).
  public func answerRoutePicker(_ picksHeadphones: Bool, for app: InstalledApp) {
    plannedRoutePicks[app] = picksHeadphones
  }

  /// Shows the route picker, unless it is shown for this app already.
  ///
  /// - Parameter done: called on the process's main queue when the user has picked a route or has
  ///   closed the picker.
  func showRoutePicker(to session: AudioSession, _ done: @escaping (AudioFailure?) -> Void) {
    let isShown = routePicks.contains { $0.session === session }
    routePicks.append((session, done))
    guard !isShown else { return }
    let process = session.process
    process.post(.audio(.routePicker))
    simulation.schedule(at: now + policy.routePickDelay) { [weak self, weak session] in
      guard let self, let session, routePicks.contains(where: { $0.session === session }) else {
        return
      }
      if plannedRoutePicks[process.app] ?? true {
        setRoute(.headphones)
      } else {
        device.post(.user("closes the audio route picker"))
      }
      endRoutePicker(of: session)
    }
  }

  /// Closes the picker of an app that leaves the foreground.
  func closeRoutePicker(of process: AppProcess) {
    if let session = routePicks.first(where: { $0.session.process === process })?.session {
      endRoutePicker(of: session)
    }
  }

  /// Activates the session if there is a route now, and answers its requests.
  private func endRoutePicker(of session: AudioSession) {
    let requests = routePicks.filter { $0.session === session }
    routePicks.removeAll { $0.session === session }
    let failure = hasLongFormRoute ? session.activateForRoute() : .resourceNotAvailable
    for request in requests { session.process.process.onMain { request.done(failure) } }
  }
}

extension WatchModel {
  /// Whether the speaker can play long-form audio, from watchOS 11 on (AU5).
  fileprivate var playsLongFormAudio: Bool {
    switch self {
    case .series10: true
    case .series3, .series4, .series6, .series9, .ultra: false
    }
  }
}
