import Foundation
import YobanSimulatedOS

/// Creates the devices of a night in its world and installs their apps.
struct NightFixture {
  let run: NightRun
  let uploadCounter: UploadCounter
  let sources: [NightDevice: any MotionSource]

  private var plan: NightPlan { run.plan }
  private var world: World { run.world }

  /// Creates the devices of the plan, in the order of `NightDevice`. A watch always gets an iPhone.
  func gather() throws -> [NightDeviceFixture] {
    let settings = NightSettings(plan: plan, collector: run.collector, names: run.names)
    var fixtures: [NightDeviceFixture] = []
    var phone: Phone?
    if plan.devices.contains(.iphone) || plan.devices.contains(.watch) {
      var profile = DeviceProfile.iPhone(iOS: plan.systemVersion)
      // The night is that of the article, whose app stopped without the renewal (LOC8).
      profile.location.keepAlive = .observed
      let device = try world.addPhone(run.names[.iphone]!, profile)
      let definition =
        try run.app?(settings.phone()) ?? .nightApp(settings.phone(), plan.injectedRelayFaults)
      let one = try deviceFixture(
        .iphone, device, definition, records: plan.devices.contains(.iphone))
      if plan.hasStrap { one.strap = try HeartStrap(in: world, for: device) }
      fixtures.append(one)
      phone = device
    }
    if plan.devices.contains(.watch), let phone {
      var profile = DeviceProfile.watch(watchOS: plan.watchVersion)
      profile.watchLink?.mode = plan.linkMode
      let device = try world.addWatch(run.names[.watch]!, profile)
      try world.pair(device, with: phone)
      device.watchLink.onFile = { [uploadCounter] file in uploadCounter.count(file: file) }
      fixtures.append(
        try deviceFixture(
          .watch, device, .nightWatchApp(try settings.watch(), plan.injectedRelayFaults),
          records: true))
    }
    if plan.devices.contains(.android) {
      let device = try world.addAndroidPhone(
        run.names[.android]!, .android(api: plan.apiLevel, plan.maker))
      fixtures.append(
        try deviceFixture(.android, device, .nightAndroidApp(try settings.android()), records: true)
      )
    }
    return fixtures
  }

  private func deviceFixture(
    _ kind: NightDevice, _ device: Device, _ app: AppDefinition, records: Bool
  ) throws -> NightDeviceFixture {
    if let source = sources[kind] { device.motion.source = source }
    if let drift = plan.clockDrifts[kind] { device.clockDrift = drift }
    return NightDeviceFixture(
      kind, named: run.names[kind]!, device, try device.install(app), records: records,
      sampleInterval: plan.sampleInterval)
  }
}
