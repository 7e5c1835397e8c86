import AVFAudio
import Combine
import CoreBluetooth
import Foundation
import Testing
import UIKit
import WatchConnectivity
import YobanTesting

/// Observing and reading properties by key path and by name.
@Suite struct KeyValueTests {
  /// A class as YobanPort writes it.
  final class Counter: NSObject {
    var count = 0 {
      willSet { willChange(self, \.count, "count") }
      didSet { didChange(self, \.count, "count") }
    }
    var twice: Int { count * 2 }
    var name: String? {
      willSet { willChange(self, \.name, "name") }
      didSet { didChange(self, \.name, "name") }
    }
    var info: [String: Any] = [:] {
      willSet { willChange(self, \.info, "info") }
      didSet { didChange(self, \.info, "info") }
    }
    var child: Counter? {
      willSet { willChange(self, \.child, "child") }
      didSet { didChange(self, \.child, "child") }
    }
    var manual = "" {
      didSet {
        guard manual != oldValue else { return }
        willChangeValue(for: \.manual)
        didChangeValue(for: \.manual)
      }
    }
  }

  @Test func `an observer receives each change with the values that it asked for`() {
    let counter = Counter()
    var changes: [String] = []
    func text(_ change: NSKeyValueObservedChange<Int>) -> String {
      let values = [change.oldValue, change.newValue].map { $0.map(String.init) ?? "-" }
      return values.joined(separator: " to ") + (change.isPrior ? " soon" : "")
    }
    let plain = counter.observe(\.count) { changes.append("plain " + text($1)) }
    var both: NSKeyValueObservation? = counter.observe(\.count, options: [.old, .new]) {
      changes.append("both " + text($1))
    }
    let prior = counter.observe(\.count, options: [.initial, .new, .prior]) {
      changes.append("prior " + text($1))
    }
    counter.count = 5
    #expect(
      changes == [
        "prior - to 0", "prior - to - soon", "plain - to -", "both 0 to 5", "prior - to 5",
      ])
    #expect(both != nil)
    changes = []
    counter.count = 5
    #expect(
      changes == ["prior - to - soon", "plain - to -", "both 5 to 5", "prior - to 5"],
      "an equal value is a change, too")
    plain.invalidate()
    prior.invalidate()
    both = nil
    changes = []
    counter.count = 6
    #expect(changes == [], "an observation ends when it is invalidated or released")
  }

  @Test func `the initial call has no old value, and an observation can end another`() {
    let counter = Counter()
    var seen: [String] = []
    let name = counter.observe(\.name, options: [.initial, .old, .new]) { _, change in
      seen.append("\(change.oldValue == nil) \(change.newValue.map { $0 ?? "nil" } ?? "none")")
    }
    counter.name = "a"
    #expect(seen == ["true nil", "false a"])
    seen = []
    var second: NSKeyValueObservation?
    let first = counter.observe(\.count) { _, _ in
      seen.append("first")
      second?.invalidate()
    }
    second = counter.observe(\.count) { _, _ in seen.append("second") }
    counter.count = 1
    #expect(seen == ["first"])
    withExtendedLifetime((name, first)) {}
  }

  @Test func `an observed object is not kept`() {
    let counter = Counter()
    var child: Counter? = Counter()
    weak let released = child
    let observation = counter.observe(\.child) { _, _ in }
    counter.child = child
    counter.child = nil
    child = nil
    #expect(released == nil)
    withExtendedLifetime(observation) {}
  }

  @Test(.world())
  func `a path through objects and a computed property are compared after each change`()
    async throws
  {
    let fixture = try await startApp(
      AppFixture { _ in
        let counter = Counter()
        let child = Counter()
        Kept.of(
          "observations",
          [
            counter.observe(\.child?.count, options: .new) { counter, _ in
              print("child \(counter.child?.count ?? -1)")
            },
            counter.observe(\.twice) { counter, _ in print("twice \(counter.twice)") },
            counter.observe(\.manual) { counter, _ in print(counter.manual) },
            // Its values cannot be compared, so other changes do not call it.
            counter.observe(\.info) { _, _ in
              print("info")
              child.count += 0
            },
          ])
        counter.child = child
        child.count = 3
        counter.count = 1
        counter.manual = "by hand"
        counter.info = ["a": Mirror(reflecting: 1)]
        counter.child = nil
        child.count = 4
      })
    try await fixture.world.pass(.seconds(1))
    #expect(
      fixture.app.log.texts == [
        "child 0", "child 3", "twice 2", "by hand", "info", "child -1",
      ])
  }

  @Test(.world())
  func `the properties of a central and its peripheral can be observed`() async throws {
    var appFixture = AppFixture { _ in
      let finder = Finder()
      Kept.of("finder", finder)
      finder.manager = CBCentralManager(delegate: finder, queue: nil)
      finder.observe()
    }
    appFixture.plist = InfoPlist(["NSBluetoothAlwaysUsageDescription": "test"])
    let fixture = try await startApp(appFixture)
    let strap = try fixture.world.addAccessory(
      "strap", advertising: Advertising(services: ["180D"]))
    strap.switchOn()
    try await fixture.world.pass(.seconds(10))
    strap.switchOff()
    try await fixture.world.pass(.seconds(10))
    #expect(
      fixture.app.log.texts == [
        "state 5", "isScanning true", "isScanning false", "strap 1", "strap 2", "strap 0",
      ])
  }

  /// Connects to the first peripheral.
  private final class Finder: NSObject, CBCentralManagerDelegate {
    var manager: CBCentralManager!
    private var strap: CBPeripheral?
    private var observations: [NSKeyValueObservation] = []
    private var subscriptions: [AnyCancellable] = []

    func observe() {
      observations.append(
        manager.observe(\.state) { manager, _ in print("state \(manager.state.rawValue)") })
      manager.publisher(for: \.isScanning, options: .new).sink { print("isScanning \($0)") }
        .store(in: &subscriptions)
    }

    func centralManagerDidUpdateState(_ central: CBCentralManager) {
      if central.state == .poweredOn { central.scanForPeripherals(withServices: nil) }
    }

    func centralManager(
      _ central: CBCentralManager, didDiscover peripheral: CBPeripheral,
      advertisementData: [String: Any], rssi RSSI: NSNumber
    ) {
      strap = peripheral
      central.stopScan()
      observations.append(
        peripheral.observe(\.state) { strap, _ in print("strap \(strap.state.rawValue)") })
      central.connect(peripheral)
    }
  }

  @Test(.world())
  func `the state and the progress of a download can be observed`() async throws {
    let fixture = try await startApp(AppFixture())
    let server = try fixture.world.addServer("files.example.com")
    server.respond(to: "GET", "/night") { _ in .text(String(repeating: "n", count: 1000)) }
    await fixture.touch {
      let task = URLSession.shared.dataTask(with: URL(string: "https://files.example.com/night")!)
      Kept.of(
        "observations",
        [
          task.observe(\.state) { task, _ in print("state \(task.state.rawValue)") },
          task.observe(\.countOfBytesReceived) { task, _ in print("\(task.countOfBytesReceived)") },
          task.progress.observe(\.fractionCompleted) { progress, _ in
            print("fraction \(progress.fractionCompleted)")
          },
        ])
      task.resume()
    }
    try await fixture.world.pass(.seconds(10))
    #expect(fixture.app.log.texts.filter { $0.hasPrefix("state") } == ["state 0", "state 3"])
    #expect(fixture.app.log.texts.contains("1000"))
    #expect(fixture.app.log.texts.last { $0.hasPrefix("fraction") } == "fraction 1.0")
  }

  @Test(.world())
  func `the volume can be observed while the session is active`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        let session = AVAudioSession.sharedInstance()
        try? session.setActive(true)
        Kept.of(
          "volume",
          session.observe(\.outputVolume, options: .new) { _, change in
            print("volume \(change.newValue ?? -1)")
          })
      })
    fixture.phone.audio.outputVolume = 0.25
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.log.texts == ["volume 0.25"])
  }

  @Test(.world())
  func `a change of user defaults is notified, and can be observed`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        let defaults = UserDefaults.standard
        _ = NotificationCenter.default.addObserver(
          forName: UserDefaults.didChangeNotification, object: defaults, queue: nil
        ) { _ in print("changed") }
        Kept.of(
          "nights",
          defaults.observe(\.nights, options: .new) { _, change in
            print("nights \(change.newValue ?? -1)")
          })
        defaults.set(3, forKey: "nights")
        defaults.setValue("Ada", forKey: "name")
        print(defaults.value(forKey: "name") as? String ?? "")
      })
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.log.texts == ["changed", "nights 3", "changed", "Ada"])
  }

  /// An observer as YobanPort writes it: it removes itself at its end.
  private final class Watcher: NSObject {
    private let task: URLSessionTask
    init(_ task: URLSessionTask) {
      self.task = task
      super.init()
      task.addObserver(self, forKeyPath: "state", options: .new, context: nil)
    }
    deinit { task.removeObserver(self, forKeyPath: "state") }
  }

  @Test(.world()) func `the state of views is observed, also as that of a subclass`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        let (bar, button) = (UITabBar(), UIButton(type: .system))
        let observations = [
          bar.observe(\.isUserInteractionEnabled) { bar, _ in
            print("bar", bar.isUserInteractionEnabled)
          },
          button.observe(\.isHidden) { button, _ in print("button", button.isHidden) },
          button.observe(\.isEnabled) { button, _ in print("enabled", button.isEnabled) },
        ]
        bar.isUserInteractionEnabled = false
        bar.isUserInteractionEnabled = false
        button.isHidden = true
        button.isEnabled = false
        withExtendedLifetime(observations) {}
      })
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.log.texts == ["bar false", "button true", "enabled false"])
  }

  @Test(.world()) func `an observer removes itself when it is released`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        let task = URLSession.shared.dataTask(with: URL(string: "https://a.example")!)
        var watcher: Watcher? = Watcher(task)
        print(watcher != nil)
        watcher = nil
        watcher = Watcher(task)
        task.addObserver(NSObject(), forKeyPath: "state", options: .new, context: nil)
        watcher = nil
        print("removed")
      })
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.log.texts == ["true", "removed"])
    #expect(fixture.app.terminations.isEmpty)
  }

  @Test(.world()) func `the progress of a task is read by its path`() async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        let task = URLSession.shared.dataTask(with: URL(string: "https://a.example")!)
        print(task.value(forKeyPath: "progress.fractionCompleted") as? Double ?? -1)
      })
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.log.texts == ["0.0"])
  }

  @Test(.world(), arguments: [false, true])
  func `removing an observer that was not added, or reading an unknown name, ends the app`(
    _ reads: Bool
  ) async throws {
    let fixture = try await startApp(
      AppFixture { _ in
        let (observer, task) = (NSObject(), URLSession.shared.dataTask(with: URL(string: "/")!))
        task.addObserver(observer, forKeyPath: "state", options: .new, context: nil)
        task.removeObserver(observer, forKeyPath: "state")
        print(task.value(forKey: "state") as? URLSessionTask.State == .suspended)
        if reads {
          _ = task.value(forKey: "speed")
        } else {
          task.removeObserver(observer, forKeyPath: "state")
        }
      })
    try await fixture.world.pass(.seconds(1))
    #expect(fixture.app.log.texts.first == "true")
    let reason = fixture.app.terminations.last?.description
    #expect(reason?.contains(reads ? "NSUnknownKeyException" : "NSRangeException") == true)
  }
}

extension UserDefaults {
  fileprivate var nights: Int { integer(forKey: "nights") }
}
