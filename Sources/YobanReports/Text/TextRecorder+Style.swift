import YobanSimulatedOS

extension TextRecorder {
  /// The style of a line, named by its color.
  enum Style: String, CaseIterable {
    case plain
    case quiet
    case yellow
    case cyan
    case green
    case magenta
    case red

    init(_ kind: TraceEvent.Kind) {
      self =
        switch kind {
        case .user: .yellow
        case .launched, .appState, .callback: .cyan
        case .output, .badge: .plain
        case .logged(let message): Self(message)
        case .network, .power, .screen, .accessory: .magenta
        case .health: .green
        case .terminated, .backgroundTaskExpired, .finding: .red
        case .location(let event): Self(event)
        case .audio(let event): Self(event)
        case .transfer(let event): Self(event)
        case .scheduledTask(let event): Self(event)
        case .remoteNotification(let event): Self(event)
        case .notification(let event): Self(event)
        case .bluetooth(let event): Self(event)
        case .watchLink(let event): Self(event)
        case .watch(let event): Self(event)
        case .android(let event): Self(event)
        case .samples, .sensor, .backgroundTaskBegan, .backgroundTaskEnded: .quiet
        }
    }

    private init(_ message: LogMessage) {
      self =
        switch message.level {
        case .info, .default: .plain
        case .debug, .signpost: .quiet
        case .error, .fault: .red
        }
    }

    private init(_ event: TraceEvent.LocationEvent) {
      self =
        switch event {
        case .authorization, .started, .stopped, .authorizationStage, .monitoringStarted,
          .monitoringStopped, .entered, .exited, .rangingStarted, .rangingStopped,
          .significantChange, .visit, .indicator, .woke, .held:
          .green
        case .determined, .condition: .quiet
        case .paused, .keepAliveEnded, .monitoringFailed: .red
        }
    }

    private init(_ event: TraceEvent.AudioEvent) {
      self =
        switch event {
        case .session("interrupted"): .red
        case .session, .playing, .recording, .stopped, .keepsRunning, .microphone: .green
        case .category: .quiet
        }
    }

    private init(_ event: TraceEvent.ScheduledTaskEvent) {
      self =
        switch event {
        case .submitted, .cancelled, .launched, .completed(_, success: true): .green
        case .activity: .quiet
        case .refused, .expired, .completed: .red
        }
    }

    private init(_ event: TraceEvent.RemoteNotificationEvent) {
      self =
        switch event {
        case .registered, .unregistered, .received, .shown, .held, .answered: .green
        case .dropped: .red
        }
    }

    private init(_ event: TraceEvent.NotificationEvent) {
      self =
        switch event {
        case .permission("denied"), .refused, .discarded, .notShown, .badgeRefused: .red
        case .permission, .scheduled, .removed, .shown, .response, .completed: .green
        }
    }

    private init(_ event: TraceEvent.TransferEvent) {
      self =
        switch event {
        case .created, .began, .finished, .eventsDelivered: .green
        case .failed: .red
        }
    }

    private init(_ event: TraceEvent.BluetoothEvent) {
      self =
        switch event {
        case .power: .magenta
        case .authorization, .scanStarted, .scanStopped, .discovered, .connecting, .connected,
          .advertising, .restored, .alert, .disconnected(_, nil):
          .green
        case .attribute(_, _, nil): .quiet
        case .connectFailed, .disconnected, .attribute: .red
        }
    }

    private init(_ event: TraceEvent.WatchLinkEvent) {
      self =
        switch event {
        case .activated, .reachable, .queued, .received, .finished: .green
        case .began: .quiet
        case .interrupted, .failed, .lost: .red
        }
    }

    private init(_ event: TraceEvent.WatchEvent) {
      self =
        switch event {
        case .wrist: .yellow
        case .workout, .exerciseCredited, .extendedRuntime, .backgroundRefresh, .sensorRecorder:
          .green
        case .workoutFailed: .red
        }
    }

    private init(_ event: TraceEvent.AndroidEvent) {
      self =
        switch event {
        case .service, .foreground, .broadcast, .alarm, .job: .green
        case .wakeLock, .cpu: .quiet
        case .doze, .standbyBucket, .permission: .magenta
        case .refused, .timeout, .scan: .red
        }
    }

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
}
