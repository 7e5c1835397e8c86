import CoreBluetooth.CBUUID
import QuartzCore
import Testing
import UIKit.UIApplication
import YobanTesting

/// The small names of Darwin, Dispatch and Foundation that Linux does not have.
@Suite(.world()) struct DarwinNamesTests {
  @Test func `all clocks advance by the virtual time that has passed`() async throws {
    let test = try await startApp(AppFixture())
    await test.touch {
      let begin = Clocks()
      DispatchQueue.main.asyncAfter(deadline: .now() + 7_200) {
        print(Clocks().seconds(since: begin).map { Int($0.rounded()) })
      }
    }
    try await test.world.pass(.hours(3))
    #expect(test.app.log.texts == ["[7200, 7200, 7200, 7200]"])
  }

  private struct Clocks: Sendable {
    let absolute = CFAbsoluteTimeGetCurrent()
    let media = CACurrentMediaTime()
    let mach = mach_absolute_time()
    let nanoseconds = clock_gettime_nsec_np(CLOCK_UPTIME_RAW)

    func seconds(since begin: Clocks) -> [Double] {
      var ratio = mach_timebase_info_data_t()
      mach_timebase_info(&ratio)
      let machNanoseconds = Double(mach - begin.mach) * Double(ratio.numer) / Double(ratio.denom)
      return [
        absolute - begin.absolute, media - begin.media, machNanoseconds / Double(NSEC_PER_SEC),
        Double(nanoseconds - begin.nanoseconds) / Double(NSEC_PER_SEC),
      ]
    }
  }

  @Test func `the clocks count from the boot of the device`() async throws {
    let test = try await startApp(AppFixture())
    await test.touch {
      let uptime = ProcessInfo.processInfo.systemUptime
      let units = Double(mach_absolute_time())
      print(abs(CACurrentMediaTime() - uptime) < 0.001, abs(units / 24_000_000 - uptime) < 0.001)
      print(abs(CFAbsoluteTimeGetCurrent() - Date().timeIntervalSinceReferenceDate) < 0.001)
    }
    #expect(test.app.log.texts == ["true true", "true"])
  }

  @Test func `the constants are Apple's`() {
    #expect(NSEC_PER_SEC == 1_000 * NSEC_PER_MSEC)
    #expect(NSEC_PER_MSEC == 1_000 * NSEC_PER_USEC)
    #expect(USEC_PER_SEC * NSEC_PER_USEC == NSEC_PER_SEC)
    let reference = Date(timeIntervalSinceReferenceDate: 0)
    #expect(kCFAbsoluteTimeIntervalSince1970 == reference.timeIntervalSince1970)
    // From 1904 to 2001 there are 97 years with 25 leap days.
    #expect(kCFAbsoluteTimeIntervalSince1904 == Double(97 * 365 + 25) * 86_400)
  }

  @Test func `distances of dispatch times have a sign`() {
    let now = DispatchTime.now()
    #expect(now.distance(to: now + .milliseconds(1_500)) == .nanoseconds(1_500_000_000))
    #expect((now + .seconds(2)).distance(to: now) == .seconds(-2))
    #expect(now.distance(to: .distantFuture) == .never)
    #expect(now.advanced(by: .seconds(3)) == now + .seconds(3))
  }

  @Test func `a dispatch queue is equal only to itself`() {
    let queue = DispatchQueue(label: "a")
    #expect(queue == queue && queue != DispatchQueue(label: "a"))
    #expect(Set([queue, queue, .main]).count == 2)
  }

  @Test func `autoreleasepool returns the result and rethrows the error`() {
    #expect(autoreleasepool { 5 } == 5)
    #expect(throws: CancellationError.self) { try autoreleasepool { throw CancellationError() } }
  }

  private final class Shared: Sendable {}

  @Test func `objc_sync_enter is recursive and excludes other threads`() async throws {
    let test = try await startApp(AppFixture())
    await test.touch {
      let object = Shared()
      let begin = Date()
      DispatchQueue.global().async {
        objc_sync_enter(object)
        objc_sync_enter(object)
        objc_sync_exit(object)
        Thread.sleep(forTimeInterval: 30)
        objc_sync_exit(object)
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + 1) {
        objc_sync_enter(object)
        print("entered", Int(Date().timeIntervalSince(begin).rounded()))
        print(objc_sync_exit(object), objc_sync_exit(object))
      }
    }
    try await test.world.pass(.minutes(1))
    #expect(test.app.log.texts == ["entered 30", "0 -1"])
  }

  @Test func `notifications(named:) has the notifications of a name and an object`() async throws {
    let test = try await startApp(AppFixture())
    await test.touch {
      let name = Notification.Name("example")
      let center = NotificationCenter.default
      let sender = NSObject()
      Task { @MainActor in
        for await notification in center.notifications(named: name, object: sender).prefix(2) {
          print(notification.userInfo?["n"] as? Int ?? 0)
        }
        print("end")
      }
      DispatchQueue.main.asyncAfter(deadline: .now() + 60) {
        center.post(name: name, object: sender, userInfo: ["n": 1])
        center.post(name: name, object: nil, userInfo: ["n": 2])
        center.post(name: Notification.Name("other"), object: sender, userInfo: ["n": 3])
        center.post(name: name, object: sender, userInfo: ["n": 4])
        center.post(name: name, object: sender, userInfo: ["n": 5])
      }
    }
    try await test.world.pass(.minutes(2))
    #expect(test.app.log.texts == ["1", "4", "end"])
  }

  @Test func `a submodule of a framework can be imported`() {
    #expect(CBUUID(string: "180D").uuidString == "180D")
    let state: UIApplication.State = .background
    #expect(state == .background)
  }
}
