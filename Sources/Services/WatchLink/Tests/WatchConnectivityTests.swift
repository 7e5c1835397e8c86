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

  @Test func `each process has one session, whose delegate is not called on the main queue (WC1)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onPhone { _ in
        print(WCSession.default === WCSession.default, WCSession.default.activationState.rawValue)
        print(WCSession.default.isPaired, WCSession.default.isWatchAppInstalled)
        print(WCSession.default.watchDirectoryURL != nil, WCSession.default.hasContentPending)
      }
      await couple.onWatch { _ in
        print(WCSession.default.isCompanionAppInstalled, WCSession.default.isReachable)
        print(WCSession.default.iOSDeviceNeedsUnlockAfterRebootForReachability)
      }
    }
    #expect(
      world.output(of: "phone") == [
        "activated activated", "reachable", "true 2", "true true", "true false",
      ])
    #expect(world.output(of: "watch") == ["activated activated", "true true", "false"])
  }

  // MARK: Messages

  @Test func `dictionaries are sent as messages and get dictionaries as replies (WC2)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        talker.session.sendMessage(["text": "a"], replyHandler: nil)
        talker.session.sendMessage(
          ["text": "b"],
          replyHandler: { @Sendable in print("answer", $0["text"] ?? "", Thread.isMainThread) },
          errorHandler: { @Sendable in print("must not fail", $0) })
      }
      try await couple.pass(5)
    }
    #expect(world.content(of: "phone") == ["message a", "question b"])
    #expect(world.content(of: "watch") == ["answer re b false"])
  }

  @Test func `failures are WCErrors and are only passed to the error handler (WC2, WC6)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        let failed: @Sendable (any Error) -> Void = { error in
          print((error as? WCError)?.errorCode ?? 0, Thread.isMainThread)
        }
        talker.session.sendMessage(
          ["n": NSObject()], replyHandler: { @Sendable _ in print("no") }, errorHandler: failed)
        talker.session.sendMessage(
          ["n": Data(count: 70_000)], replyHandler: { @Sendable _ in print("no") },
          errorHandler: failed)
      }
      try await couple.pass(5)
      couple.part()
      try await couple.pass(5)
      await couple.onWatch { talker in
        talker.session.sendMessage(
          [:], replyHandler: nil,
          errorHandler: { @Sendable error in
            if case WCError.notReachable = error { print("out of range") }
          })
      }
      try await couple.pass(5)
    }
    #expect(world.content(of: "watch") == ["7010 false", "7009 false", "out of range"])
  }

  // MARK: Context and user infos

  @Test
  func `an invalid application context throws an error, a valid one keeps its types (WC3, WC6)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onPhone { talker in
        let session = talker.session
        do {
          try session.updateApplicationContext([
            "n": 7, "text": "ü", "date": Date(timeIntervalSince1970: 5), "data": Data(count: 4),
            "flag": true, "list": [1, 2.5, "three"] as [Any],
          ])
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
      try await couple.pass(5)
      await couple.onWatch { talker in
        let context = talker.session.receivedApplicationContext
        print(
          context["n"] as? Int ?? -1, context["text"] as? String ?? "",
          (context["date"] as? Date)?.timeIntervalSince1970 ?? 0,
          (context["data"] as? Data)?.count ?? 0, context["flag"] as? Bool ?? false,
          (context["list"] as? [Any])?.count ?? 0)
      }
    }
    #expect(world.content(of: "phone") == ["too large 7", "unsupported"])
    #expect(world.content(of: "watch") == ["context ü", "7 ü 5.0 4 true 3"])
  }

  @Test func `user infos are in the queue as objects, until they are sent or canceled (WC3)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        let session = talker.session
        let transfer = session.transferUserInfo(["text": "a"])
        print(session.outstandingUserInfoTransfers == [transfer], transfer.isTransferring)
        print(transfer.userInfo)
        let second = session.transferUserInfo()
        second.cancel()
        print(session.outstandingUserInfoTransfers.count, second.isTransferring)
        session.transferUserInfo(["n": NSObject()])
      }
      try await couple.pass(5)
    }
    #expect(world.content(of: "phone") == ["info a"])
    #expect(
      world.content(of: "watch") == [
        "true true", #"["text": "a"]"#, "1 false", "done user info 7010", "done user info",
      ])
  }

  @Test func `a complication's user info is marked until the next one, and can be archived (WC3)`()
    async throws
  {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      couple.watch.activeComplications = [couple.watchApp]
      try await couple.pass(2)
      await couple.onPhone { talker in
        let session = talker.session
        let first = session.transferCurrentComplicationUserInfo(["n": 1])
        print(first.isCurrentComplicationInfo)
        let second = session.transferCurrentComplicationUserInfo(["n": 2])
        print(first.isCurrentComplicationInfo, second.isCurrentComplicationInfo)
        let data = try! NSKeyedArchiver.archivedData(
          withRootObject: second, requiringSecureCoding: true)
        let copy = try! NSKeyedUnarchiver.unarchivedObject(
          ofClass: WCSessionUserInfoTransfer.self, from: data)!
        print(copy.userInfo["n"] as? Int ?? 0, copy.isCurrentComplicationInfo, copy.isTransferring)
      }
    }
    #expect(
      world.content(of: "phone") == [
        "watch true true true", "true", "false true", "2 true false",
      ])
  }

  // MARK: Files

  @Test func `a file's transfer is one object with its file and its progress (WC3)`() async throws {
    let world = try await withCouple { couple in
      try await couple.openBoth()
      await couple.onWatch { talker in
        let url = URL.documentsDirectory.appending(path: "night")
        try! Data(count: 300_000).write(to: url)
        let transfer = talker.session.transferFile(url, metadata: ["text": "b"])
        print(transfer.file.fileURL == url, transfer.file.metadata ?? [:])
      }
      try await couple.pass(5)
      await couple.onWatch { talker in
        let transfers = talker.session.outstandingFileTransfers
        print(transfers.count, transfers[0].isTransferring, transfers[0].progress.fractionCompleted)
        print(transfers[0] === talker.session.outstandingFileTransfers[0])
        Kept.of("transfer", transfers[0])
      }
      try await couple.pass(10)
      await couple.onWatch { _ in
        let transfer = Kept.get("transfer", as: WCSessionFileTransfer.self)!
        print(transfer.isTransferring, transfer.progress.fractionCompleted)
      }
    }
    #expect(world.content(of: "phone") == ["file night 300000 b"])
    #expect(
      world.content(of: "watch") == [
        #"true ["text": "b"]"#, "1 true 0.5", "true", "done file", "false 1.0",
      ])
    #expect(world.kinds.isEmpty)
  }
}
