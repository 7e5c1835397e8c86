internal import YobanSimulatedApple

/// The system's events other than the life cycle. Called on the process's main queue.
extension ApplicationReceiver {
  nonisolated func performFetch(completionHandler: @escaping (FetchResult) -> Void) {
    // The handler is called on this thread or on a later one of the same simulation.
    nonisolated(unsafe) let completionHandler = completionHandler
    MainActor.assumeIsolated {
      process.noteCall("performFetchWithCompletionHandler")
      delegate.application(application) { completionHandler(FetchResult($0)) }
    }
  }

  nonisolated func didReceiveRemoteNotification(
    _ payload: String, completionHandler: @escaping (FetchResult) -> Void
  ) {
    nonisolated(unsafe) let completionHandler = completionHandler  // as above
    MainActor.assumeIsolated {
      process.noteCall("didReceiveRemoteNotification")
      delegate.application(application, didReceiveRemoteNotification: propertyList(payload)) {
        completionHandler(FetchResult($0))
      }
    }
  }

  nonisolated func registeredForRemoteNotifications(
    _ token: Result<[UInt8], RemoteNotificationFailure>
  ) {
    MainActor.assumeIsolated {
      switch token {
      case .success(let bytes):
        delegate.application(
          application, didRegisterForRemoteNotificationsWithDeviceToken: Data(bytes))
      case .failure(let failure):
        delegate.application(
          application, didFailToRegisterForRemoteNotificationsWithError: error(failure))
      }
    }
  }

  nonisolated func didReceiveMemoryWarning() {
    MainActor.assumeIsolated {
      process.noteCall("applicationDidReceiveMemoryWarning")
      delegate.applicationDidReceiveMemoryWarning(application)
      for window in application.allWindows { window.rootViewController?.didReceiveMemoryWarning() }
      post(UIApplication.didReceiveMemoryWarningNotification)
    }
  }

  nonisolated func protectedDataWillBecomeUnavailable() {
    MainActor.assumeIsolated {
      process.noteCall("applicationProtectedDataWillBecomeUnavailable")
      delegate.applicationProtectedDataWillBecomeUnavailable(application)
      post(UIApplication.protectedDataWillBecomeUnavailableNotification)
    }
  }

  nonisolated func protectedDataDidBecomeAvailable() {
    MainActor.assumeIsolated {
      process.noteCall("applicationProtectedDataDidBecomeAvailable")
      delegate.applicationProtectedDataDidBecomeAvailable(application)
      post(UIApplication.protectedDataDidBecomeAvailableNotification)
    }
  }

  nonisolated func systemChanged(_ change: SystemChange) {
    NotificationCenter.default.post(change)
  }

  nonisolated func significantTimeChange() {
    MainActor.assumeIsolated {
      process.noteCall("applicationSignificantTimeChange")
      post(UIApplication.significantTimeChangeNotification)
      delegate.applicationSignificantTimeChange(application)
    }
  }

  nonisolated func openURLs() {
    MainActor.assumeIsolated { deliverURLs() }
  }

  nonisolated func keepAlive() {
    MainActor.assumeIsolated { application.keepAliveHandler?() }
  }

  nonisolated func backgroundRefreshStatusChanged() {
    MainActor.assumeIsolated { post(UIApplication.backgroundRefreshStatusDidChangeNotification) }
  }

  /// Posts the notification on a thread other than the main thread, as on a device.
  nonisolated func powerStateChanged() {
    DispatchQueue.global().async {
      NotificationCenter.default.post(
        name: .NSProcessInfoPowerStateDidChange, object: ProcessInfo.processInfo)
    }
  }

  /// Returns the error with code 3000 of NSCocoaErrorDomain, as on a device.
  private func error(_ failure: RemoteNotificationFailure) -> any Error {
    switch failure {
    case .notEntitled:
      NSError(
        domain: NSCocoaErrorDomain, code: 3000,
        userInfo: [
          NSLocalizedDescriptionKey:
            "no valid 'aps-environment' entitlement string found for application"
        ])
    }
  }
}

/// Converts a payload, which is JSON text, to a dictionary.
func propertyList(_ payload: String) -> [AnyHashable: Any] {
  let object = try? JSONSerialization.jsonObject(with: Data(payload.utf8))
  return object as? [String: Any] ?? [:]
}

extension FetchResult {
  fileprivate init(_ result: UIBackgroundFetchResult) {
    self =
      switch result {
      case .newData: .newData
      case .noData: .noData
      case .failed: .failed
      }
  }
}
