import Foundation
import Testing
import WatchConnectivity
import YobanTesting

/// Tests the module WatchConnectivity: names, errors, queues, objects (WC1 to WC8).
@Suite struct WatchConnectivityTests {
  // MARK: Names and errors

  @Test func `errors have Apple's domain and codes (WC8)`() {
    #expect(WCErrorDomain == "WCErrorDomain" && WCError.errorDomain == WCErrorDomain)
    let codes: [WCError.Code] = [
      .genericError, .sessionNotSupported, .sessionMissingDelegate, .sessionNotActivated,
      .deviceNotPaired, .watchAppNotInstalled, .notReachable, .invalidParameter, .payloadTooLarge,
      .payloadUnsupportedTypes, .messageReplyFailed, .messageReplyTimedOut, .fileAccessDenied,
      .deliveryFailed, .insufficientSpace, .sessionInactive, .transferTimedOut,
      .companionAppNotInstalled, .watchOnlyApp,
    ]
    #expect(codes.map(\.rawValue) == Array(7001...7019))
    #expect(codes.map(\.rawValue) == WatchLinkError.allCases.map(\.rawValue))
    #expect(WCError.Code(rawValue: 7000) == nil && WCError.Code(rawValue: 7020) == nil)
    let error = WCError(.notReachable, userInfo: ["key": "value"])
    #expect(error.code == .notReachable && error.errorCode == 7007)
    #expect((error as NSError).domain == WCErrorDomain)
    #expect(WCError.notReachable ~= error)
  }

  @Test func `activation states have Apple's numbers (WC1)`() {
    #expect(WCSessionActivationState.notActivated.rawValue == 0)
    #expect(WCSessionActivationState.inactive.rawValue == 1)
    #expect(WCSessionActivationState.activated.rawValue == 2)
    #expect(WCSessionActivationState(rawValue: 3) == nil)
  }

  // MARK: Sessions

  @Test(.world())
  func `each process has one session, whose delegate is not called on the main queue (WC1)`()
    async throws
  {
    let fixture = try await startSessions()
    await fixture.onPhone {
      print(WCSession.default === WCSession.default, WCSession.default.activationState.rawValue)
      print(WCSession.default.isPaired, WCSession.default.isWatchAppInstalled)
      print(WCSession.default.watchDirectoryURL != nil, WCSession.default.hasContentPending)
    }
    await fixture.onWatch {
      print(WCSession.default.isCompanionAppInstalled, WCSession.default.isReachable)
      print(WCSession.default.iOSDeviceNeedsUnlockAfterRebootForReachability)
    }
    #expect(
      fixture.phone.log.texts == [
        "activated true true", "reachable true", "true 2", "true true", "true false",
      ])
    #expect(
      fixture.watch.log.texts == ["activated true true", "true true", "false"])
  }

  @Test(.world()) func `without a delegate activate does nothing, with a finding (WC1)`()
    async throws
  {
    let fixture = try await startSessions(activates: false)
    await fixture.onPhone { WCSession.default.activate() }
    try await fixture.world.pass(.seconds(1))
    await fixture.onPhone { print(WCSession.default.activationState == .notActivated) }
    #expect(fixture.phone.log.texts == ["true"])
    #expect(fixture.world.trace.findings.map(\.kind) == [.wcNoDelegate])
  }

  // MARK: Messages

  @Test(.world()) func `messages and data are sent in both directions and get replies (WC2)`()
    async throws
  {
    let fixture = try await startSessions()
    await fixture.onWatch {
      WCSession.default.sendMessage(["n": 1], replyHandler: nil)
      WCSession.default.sendMessage(
        ["n": 2],
        replyHandler: { @Sendable in print("answer", $0["n"] as? Int ?? 0, Thread.isMainThread) },
        errorHandler: { @Sendable in print("must not fail", $0) })
      WCSession.default.sendMessageData(
        Data(count: 3), replyHandler: { @Sendable in print("answer", $0.count) })
    }
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.phone.log.texts.suffix(3) == ["message 1", "question 2", "data 3"])
    #expect(fixture.watch.log.texts.suffix(2) == ["answer 3 false", "answer 6"])
  }

  @Test(.world()) func `failures are WCErrors and are only passed to the error handler (WC2, WC6)`()
    async throws
  {
    let fixture = try await startSessions()
    await fixture.onWatch {
      let failed: @Sendable (any Error) -> Void = { error in
        print((error as? WCError)?.errorCode ?? 0, Thread.isMainThread)
      }
      let session = WCSession.default
      // The phone's delegate does not implement the method for data without a reply.
      session.sendMessageData(Data(), replyHandler: nil, errorHandler: failed)
      session.sendMessage(
        ["n": NSObject()], replyHandler: { @Sendable _ in print("no") }, errorHandler: failed)
      session.sendMessage(
        ["n": Data(count: 70_000)], replyHandler: { @Sendable _ in print("no") },
        errorHandler: failed)
    }
    try await fixture.world.pass(.seconds(5))
    fixture.phone.network.path = .cellular
    fixture.watch.place = Place(x: 100)
    try await fixture.world.pass(.seconds(5))
    await fixture.onWatch {
      WCSession.default.sendMessage(
        [:], replyHandler: nil,
        errorHandler: { @Sendable error in
          if case WCError.notReachable = error { print("not reachable") }
        })
    }
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.watch.log.texts.dropFirst() == [
        "7010 false", "7009 false", "7014 false", "reachable false", "not reachable",
      ])
  }

  // MARK: Context and user infos

  @Test(.world())
  func `an invalid application context throws an error, a valid one is delivered (WC3, WC6)`()
    async throws
  {
    let fixture = try await startSessions()
    await fixture.onPhone {
      let session = WCSession.default
      do {
        try session.updateApplicationContext(["n": 1])
        try session.updateApplicationContext(["n": 2])
        try session.updateApplicationContext(["n": Data(count: 300_000)])
      } catch WCError.payloadTooLarge {
        print("too large", session.applicationContext["n"] as? Int ?? 0)
      } catch { print(error) }
      do {
        try session.updateApplicationContext(["n": NSObject()])
      } catch WCError.payloadUnsupportedTypes {
        print("unsupported")
      } catch { print(error) }
    }
    try await fixture.world.pass(.seconds(5))
    await fixture.onWatch {
      print(WCSession.default.receivedApplicationContext["n"] as? Int ?? 0)
    }
    #expect(fixture.phone.log.texts.suffix(2) == ["too large 2", "unsupported"])
    #expect(fixture.watch.log.texts.suffix(2) == ["context 2", "2"])
  }

  @Test(.world()) func `user infos keep their types, and are in the queue as objects (WC3)`()
    async throws
  {
    let fixture = try await startSessions()
    await fixture.onWatch {
      let session = WCSession.default
      let transfer = session.transferUserInfo([
        "n": 7, "text": "ü", "date": Date(timeIntervalSince1970: 5), "data": Data(count: 4),
        "flag": true, "list": [1, 2.5, "three"] as [Any],
      ])
      print(session.outstandingUserInfoTransfers == [transfer], transfer.isTransferring)
      let second = session.transferUserInfo()
      second.cancel()
      print(session.outstandingUserInfoTransfers.count, second.isTransferring)
      session.transferUserInfo(["n": NSObject()])
    }
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.phone.log.texts.last == "info 7 ü 5.0 4 true 3")
    #expect(
      fixture.watch.log.texts.suffix(4) == [
        "true true", "1 false", "info done -1 7010", "info done 7 0",
      ])
  }

  @Test(.world())
  func `a complication's user info is marked until the next one, and can be archived (WC3)`()
    async throws
  {
    let fixture = try await startSessions()
    fixture.watch.activeComplications = [fixture.watchApp]
    await fixture.onPhone {
      let session = WCSession.default
      print(session.isComplicationEnabled, session.remainingComplicationUserInfoTransfers)
      let first = session.transferCurrentComplicationUserInfo(["n": 1])
      print(first.isCurrentComplicationInfo)
      let second = session.transferCurrentComplicationUserInfo(["n": 2])
      print(first.isCurrentComplicationInfo, second.isCurrentComplicationInfo)
      print(session.remainingComplicationUserInfoTransfers)
      let data = try! NSKeyedArchiver.archivedData(
        withRootObject: second, requiringSecureCoding: true)
      let copy = try! NSKeyedUnarchiver.unarchivedObject(
        ofClass: WCSessionUserInfoTransfer.self, from: data)!
      print(copy.userInfo["n"] as? Int ?? 0, copy.isCurrentComplicationInfo, copy.isTransferring)
    }
    try await fixture.world.pass(.seconds(5))
    #expect(
      fixture.phone.log.texts.filter { !$0.hasPrefix("watch") }.dropFirst(2).prefix(
        5) == [
          "true 50", "true", "false true", "48", "2 true false",
        ])
  }

  // MARK: Files

  @Test(.world())
  func `a file is delivered to the Inbox with its metadata, and stays if it was moved (WC3, WC4)`()
    async throws
  {
    let fixture = try await startSessions()
    await fixture.onWatch {
      let url = URL.ownDocuments.appending(path: "night")
      try! Data(count: 300_000).write(to: url)
      let transfer = WCSession.default.transferFile(url, metadata: ["n": 5])
      print(transfer.file.fileURL == url, transfer.file.metadata?["n"] as? Int ?? 0)
    }
    try await fixture.world.pass(.seconds(5))
    await fixture.onWatch {
      let transfers = WCSession.default.outstandingFileTransfers
      print(transfers.count, transfers[0].isTransferring, transfers[0].progress.fractionCompleted)
      print(transfers[0] === WCSession.default.outstandingFileTransfers[0])
    }
    try await fixture.world.pass(.seconds(10))
    await fixture.onPhone {
      print(
        FileManager.default.fileExists(
          atPath: URL.ownDocuments.appending(path: "kept").path))
    }
    #expect(
      fixture.phone.log.texts.suffix(2) == ["file night 5 300000 true", "true"])
    #expect(
      fixture.watch.log.texts.suffix(4) == [
        "true 5", "1 true 0.5", "true", "file done night 0 false 1.0",
      ])
    #expect(fixture.world.trace.findings.isEmpty)
  }

  @Test(.world())
  func `a file that was not moved is deleted, and a canceled one is not delivered (WC3, WC4)`()
    async throws
  {
    let fixture = try await startSessions(keepsFiles: false)
    await fixture.onWatch {
      for name in ["a", "b"] {
        let url = URL.ownDocuments.appending(path: name)
        try! Data(count: 1_000).write(to: url)
        let transfer = WCSession.default.transferFile(url, metadata: nil)
        if name == "a" { transfer.cancel() }
      }
    }
    try await fixture.world.pass(.seconds(5))
    #expect(fixture.phone.log.texts.last == "file b -1 1000 true")
    #expect(fixture.watch.log.texts.last == "file done b 0 false 1.0")
    #expect(fixture.world.trace.findings.map(\.kind) == [.wcFileNotMoved])
  }

  @Test(.world()) func `a later launch finds the transfers that an earlier one has queued (WC3)`()
    async throws
  {
    let fixture = try await startSessions()
    await fixture.onWatch {
      let url = URL.ownDocuments.appending(path: "night")
      try! Data(count: 300_000).write(to: url)
      WCSession.default.transferFile(url, metadata: ["n": 5])
    }
    fixture.watch.jetsam(fixture.watchApp)
    await fixture.watch.open(fixture.watchApp)
    try await fixture.world.pass(.seconds(1))
    await fixture.onWatch {
      let transfers = WCSession.default.outstandingFileTransfers
      print(
        transfers.map { $0.file.fileURL.lastPathComponent },
        transfers[0].file.metadata?["n"] as? Int ?? 0)
    }
    try await fixture.world.pass(.seconds(20))
    #expect(
      fixture.watch.log.texts.suffix(2) == [
        "[\"night\"] 5", "file done night 0 false 1.0",
      ])
  }
}
