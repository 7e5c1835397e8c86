@testable import Yoban

/// The rows of the table of the machine's behavior.
extension BluetoothSessionMachineTests {
  /// The steps to `ready` with accessory `a` at second 3, found by a scan.
  static let toReady: [Step] = [
    Step(0, .start(nil, last: nil), []),
    Step(1, .bluetooth(.poweredOn), ["bluetooth poweredOn", "scan", "scanning", "wake 31"]),
    Step(2, .found("a"), ["stopScan", "found a", "connect a", "connecting a", "wake 32"]),
    Step(3, .connected("a"), ["remember a", "connected a", "discover a", "wake 18"]),
    Step(4, .discovered, ["cancelWake", "ready a"]),
  ]

  static let rows: [Row] =
    [
      Row(
        name: "an accessory is found, connected and discovered", steps: toReady, state: "ready a"),
      Row(
        name: "a known accessory is connected without a scan",
        steps: [
          Step(0, .bluetooth(.poweredOn), ["bluetooth poweredOn"]),
          Step(1, .start("a", last: 0), ["retrieve a"]),
          Step(1, .retrieved("a", .disconnected), ["connect a", "connecting a", "wake 31"]),
        ], state: "connecting a"),
      Row(
        name: "a known accessory that the system no longer knows is scanned for",
        steps: [
          Step(0, .bluetooth(.poweredOn), ["bluetooth poweredOn"]),
          Step(1, .start("a", last: 0), ["retrieve a"]),
          Step(1, .retrieved("a", nil), ["forget", "scan", "scanning", "wake 31"]),
        ], state: "scanning"),
      Row(
        name:
          "a pinned accessory that was never connected is scanned for, and no other is selected",
        pinned: "a",
        steps: [
          Step(0, .bluetooth(.poweredOn), ["bluetooth poweredOn"]),
          Step(1, .start("b", last: 0), ["retrieve a"]),
          Step(1, .retrieved("a", nil), ["unknown a", "scan", "scanning", "wake 31"]),
          Step(2, .found("b"), []),
          Step(3, .found("a"), ["stopScan", "found a", "connect a", "connecting a", "wake 33"]),
        ], state: "connecting a"),
      Row(
        name: "only the first accessory that is found is selected",
        steps: Array(toReady.prefix(3)) + [Step(2, .found("b"), [])], state: "connecting a"),
      Row(
        name: "after a lost link a new connection is requested at once (BT13)",
        steps: toReady + [
          Step(
            50, .disconnected("a", timeout),
            ["remember a", "lost CBError 6", "connect a", "connecting a", "wake 80"]),
          Step(5_000, .connected("a"), ["remember a", "connected a", "discover a", "wake 5015"]),
        ], state: "discovering a"),
      Row(
        name: "an accessory that removed the pairing is requested less often, with a hint",
        steps: toReady + [
          Step(
            50, .disconnected("a", .pairingRemoved),
            [
              "remember a", "lost CBError 14", "failed CBError 14 +1", "hint forgetInSettings",
              "connect a +1", "wake 51",
            ]),
          // The user was already asked once.
          Step(
            51, .failedToConnect("a", .pairingRemoved),
            ["failed CBError 14 +2", "connect a +2", "wake 53"]),
        ], state: "backingOff a"),
      Row(
        name: "a link that is lost during discovery counts as a failure",
        steps: Array(toReady.prefix(4)) + [
          Step(
            5, .disconnected("a", timeout),
            [
              "remember a", "lost CBError 6", "failed CBError 6 +1", "connect a +1", "wake 6",
            ])
        ], state: "backingOff a"),
      Row(
        name: "the first failure after a long absence is retried at once, with a hint (E2)",
        steps: [
          Step(0, .bluetooth(.poweredOn), ["bluetooth poweredOn"]),
          Step(1, .start("a", last: -400), ["retrieve a"]),
          Step(1, .retrieved("a", .disconnected), ["connect a", "connecting a", "wake 31"]),
          Step(
            2, .failedToConnect("a"),
            [
              "failed CBError 10 +0", "hint tryAgainAfterLongAbsence", "connect a",
              "connecting a", "wake 32",
            ]),
          // The second failure of the same absence is handled as an ordinary one.
          Step(3, .failedToConnect("a"), ["failed CBError 10 +1", "connect a +1", "wake 4"]),
        ], state: "backingOff a"),
      Row(
        name: "an accessory that was never connected counts as absent for a long time",
        steps: Array(toReady.prefix(3)) + [
          Step(
            3, .failedToConnect("a"),
            [
              "failed CBError 10 +0", "hint tryAgainAfterLongAbsence", "connect a",
              "connecting a", "wake 33",
            ])
        ], state: "connecting a"),
      Row(
        name: "a failure after a short absence does not count as a long absence",
        steps: toReady + [
          Step(
            50, .disconnected("a", timeout),
            ["remember a", "lost CBError 6", "connect a", "connecting a", "wake 80"]),
          Step(350, .failedToConnect("a"), ["failed CBError 10 +1", "connect a +1", "wake 351"]),
          Step(
            351, .failedToConnect("a"),
            [
              "failed CBError 10 +0", "hint tryAgainAfterLongAbsence", "connect a", "connecting a",
              "wake 381",
            ]),
        ], state: "connecting a"),
      Row(
        name: "a discovery without a response is repeated over a new link",
        steps: Array(toReady.prefix(4)) + [
          Step(18, .deadline(inForeground: false), ["cancel a", "wake 23"]),
          Step(
            19, .disconnected("a", nil),
            [
              "remember a", "discoveryFailed no answer in time", "failed no answer in time +1",
              "connect a +1", "wake 20",
            ]),
          Step(20, .deadline(inForeground: false), ["connecting a", "wake 50"]),
        ], state: "connecting a"),
      Row(
        name: "a link that does not end in time is abandoned",
        steps: Array(toReady.prefix(4)) + [
          Step(5, .discoveryFailed, ["cancel a", "wake 10"]),
          Step(
            10, .deadline(inForeground: false),
            [
              "remember a", "discoveryFailed CBError 10", "failed CBError 10 +1",
              "connect a +1", "wake 11",
            ]),
          Step(10, .disconnected("a", nil), []),
        ], state: "backingOff a"),
      Row(
        name: "services that change are discovered again",
        steps: toReady + [
          Step(9, .servicesChanged, ["servicesChanged", "discover a", "wake 24"]),
          Step(10, .discovered, ["cancelWake", "ready a"]),
        ], state: "ready a"),
    ] + hintRows + stopRows + powerRows + restorationRows

  static let hintRows: [Row] = [
    Row(
      name:
        "a user who waits in foreground gets one hint to come closer, and the connect stays pending (BT12)",
      steps: Array(toReady.prefix(3)) + [
        Step(32, .deadline(inForeground: true), ["hint bringCloser"]),
        Step(99, .deadline(inForeground: true), []),
        Step(100, .connected("a"), ["remember a", "connected a", "discover a", "wake 115"]),
      ], state: "discovering a"),
    Row(
      name: "the hint is not shown in background, but when the app is opened",
      steps: Array(toReady.prefix(2)) + [
        Step(31, .deadline(inForeground: false), ["wake 61"]),
        Step(4_000, .deadline(inForeground: true), ["hint bringCloser"]),
      ], state: "scanning"),
    Row(
      name: "a deadline that is called too early has no effect",
      steps: Array(toReady.prefix(2)) + [Step(30, .deadline(inForeground: true), [])],
      state: "scanning"),
  ]

  static let stopRows: [Row] = [
    Row(
      name: "a stop ends the link, and its end is distinguished from a loss (BT13)",
      steps: toReady + [
        Step(9, .stop, ["cancel a", "wake 14"]),
        Step(10, .disconnected("a", nil), ["remember a", "requested", "cancelWake", "stopped"]),
        Step(11, .found("a"), []),
      ], state: "idle"),
    Row(
      name: "a stop is completed although the end of the link is not reported",
      steps: toReady + [
        Step(9, .stop, ["cancel a", "wake 14"]),
        Step(
          14, .deadline(inForeground: true), ["remember a", "requested", "cancelWake", "stopped"]),
        Step(15, .disconnected("a", nil), []),
      ], state: "idle"),
    Row(
      name: "a stop while scanning",
      steps: Array(toReady.prefix(2)) + [Step(9, .stop, ["stopScan", "cancelWake", "stopped"])],
      state: "idle"),
    Row(
      name: "a stop while connecting cancels the connect, and a late link is ended",
      steps: Array(toReady.prefix(3)) + [
        Step(9, .stop, ["cancel a", "cancelWake", "stopped"]),
        Step(9, .connected("a"), ["cancel a"]),
        Step(10, .disconnected("a", nil), []),
      ], state: "idle"),
    Row(
      name: "a stop without Bluetooth",
      steps: [Step(0, .start(nil, last: nil), []), Step(1, .stop, ["cancelWake", "stopped"])],
      state: "idle"),
    Row(
      name: "a session that is not started cannot be stopped", steps: [Step(0, .stop, [])],
      state: "idle"),
    Row(
      name: "a start that follows a stop waits for the link to end",
      steps: toReady + [
        Step(9, .stop, ["cancel a", "wake 14"]), Step(9, .start("a", last: 9), []),
        Step(
          10, .disconnected("a", nil), ["remember a", "requested", "cancelWake", "retrieve a"]),
        Step(10, .retrieved("a", .disconnected), ["connect a", "connecting a", "wake 40"]),
      ], state: "connecting a"),
    Row(
      name: "an accessory that could not be stored is known for this launch",
      steps: toReady + [
        Step(9, .stop, ["cancel a", "wake 14"]),
        Step(10, .disconnected("a", nil), ["remember a", "requested", "cancelWake", "stopped"]),
        Step(11, .start(nil, last: nil), ["retrieve a"]),
      ], state: "waitingForBluetooth"),
    Row(
      name: "a hint to come closer that was shown in one session is shown in the next one, too",
      steps: Array(toReady.prefix(3)) + [
        Step(32, .deadline(inForeground: true), ["hint bringCloser"]),
        Step(33, .stop, ["cancel a", "cancelWake", "stopped"]),
        Step(34, .start("a", last: nil), ["retrieve a"]),
        Step(34, .retrieved("a", .disconnected), ["connect a", "connecting a", "wake 64"]),
      ], state: "connecting a"),
    Row(
      name: "a second start has no effect",
      steps: toReady + [Step(9, .start("b", last: 0), [])], state: "ready a"),
    Row(
      name: "a forgotten accessory is released and not stored again",
      steps: toReady + [
        Step(9, .forget, ["forget", "cancel a", "wake 14"]),
        Step(
          10, .disconnected("a", nil),
          ["requested", "cancelWake", "scan", "scanning", "wake 40"]),
        Step(11, .found("b"), ["stopScan", "found b", "connect b", "connecting b", "wake 41"]),
      ], state: "connecting b"),
    Row(
      name: "an accessory that was never found is forgotten at once",
      steps: Array(toReady.prefix(3)) + [
        Step(9, .forget, ["forget", "cancel a", "scan", "scanning", "wake 39"])
      ], state: "scanning"),
  ]

  static let powerRows: [Row] = [
    Row(
      name:
        "switching Bluetooth off ends all steps, and the session continues when it is on again (BT2)",
      steps: toReady + [
        Step(
          9, .bluetooth(.poweredOff),
          [
            "bluetooth poweredOff", "cancelWake", "remember a", "unavailable",
            "hint turnOnBluetooth",
          ]),
        Step(9, .disconnected("a", nil), []),
        Step(60, .bluetooth(.poweredOn), ["bluetooth poweredOn", "retrieve a"]),
        Step(60, .retrieved("a", .disconnected), ["connect a", "connecting a", "wake 90"]),
      ], state: "connecting a"),
    Row(
      name: "after a reset while scanning the scan begins again, without a hint",
      steps: Array(toReady.prefix(2)) + [
        Step(9, .bluetooth(.resetting), ["bluetooth resetting", "cancelWake"]),
        Step(9, .found("a"), []),
        Step(12, .bluetooth(.poweredOn), ["bluetooth poweredOn", "scan", "scanning", "wake 42"]),
      ], state: "scanning"),
    Row(
      name: "switching Bluetooth off while connecting keeps the accessory",
      steps: Array(toReady.prefix(3)) + [
        Step(
          9, .bluetooth(.poweredOff),
          ["bluetooth poweredOff", "cancelWake", "hint turnOnBluetooth"]),
        Step(60, .bluetooth(.poweredOn), ["bluetooth poweredOn", "retrieve a"]),
      ], state: "waitingForBluetooth"),
    Row(
      name: "a user who does not allow Bluetooth gets a hint (BT3)",
      steps: [
        Step(0, .start(nil, last: nil), []),
        Step(1, .bluetooth(.unauthorized), ["bluetooth unauthorized", "hint allowBluetooth"]),
      ], state: "waitingForBluetooth"),
    Row(
      name: "a device without Bluetooth is a problem",
      steps: [
        Step(0, .start(nil, last: nil), []),
        Step(1, .bluetooth(.unsupported), ["bluetooth unsupported", "noBluetooth"]),
      ], state: "waitingForBluetooth"),
    Row(
      name: "a start while Bluetooth is off shows the hint to switch it on",
      steps: [
        Step(0, .bluetooth(.poweredOff), ["bluetooth poweredOff"]),
        Step(1, .start(nil, last: nil), ["hint turnOnBluetooth"]),
      ], state: "waitingForBluetooth"),
    Row(
      name: "switching Bluetooth off while stopping completes the stop",
      steps: toReady + [
        Step(9, .stop, ["cancel a", "wake 14"]),
        Step(
          10, .bluetooth(.poweredOff),
          ["bluetooth poweredOff", "remember a", "requested", "cancelWake", "stopped"]),
      ], state: "idle"),
    Row(
      name: "a state that is delivered twice is handled once",
      steps: toReady + [Step(9, .bluetooth(.poweredOn), [])], state: "ready a"),
  ]

  static let restorationRows: [Row] = [
    Row(
      name: "a restored link is discovered, not connected again (BT26)",
      steps: [
        Step(0, .start(nil, last: nil), []),
        Step(0, .restored(["a"]), ["restored a"]),
        Step(1, .bluetooth(.poweredOn), ["bluetooth poweredOn", "retrieve a"]),
        Step(
          1, .retrieved("a", .connected), ["remember a", "connected a", "discover a", "wake 16"]),
      ], state: "discovering a"),
    Row(
      name: "a restored connect is still pending, and not requested again",
      steps: [
        Step(0, .start("a", last: 0), []),
        Step(0, .restored(["a"]), ["restored a"]),
        Step(1, .bluetooth(.poweredOn), ["bluetooth poweredOn", "retrieve a"]),
        Step(1, .retrieved("a", .connecting), ["connecting a", "wake 31"]),
        Step(2, .connected("a"), ["remember a", "connected a", "discover a", "wake 17"]),
      ], state: "discovering a"),
    Row(
      name: "of two restored accessories the known one is selected",
      steps: [
        Step(0, .start("b", last: 0), []), Step(0, .restored(["a", "b"]), ["restored b"]),
      ], state: "waitingForBluetooth"),
    Row(
      name: "a restored accessory that is not the pinned one is released", pinned: "a",
      steps: [Step(0, .start(nil, last: nil), []), Step(0, .restored(["b"]), [])],
      state: "waitingForBluetooth"),
    Row(
      name: "a restored scan continues",
      steps: [
        Step(0, .start(nil, last: nil), []), Step(0, .restored([]), []),
        Step(1, .bluetooth(.poweredOn), ["bluetooth poweredOn", "scan", "scanning", "wake 31"]),
      ], state: "scanning"),
  ]
}
