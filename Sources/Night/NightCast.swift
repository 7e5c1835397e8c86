import Foundation
import SimulatedOS

/// Puts the devices of a night into its world, with their apps.
struct NightCast {
  let run: NightRun
  let witness: UploadWitness
  let sources: [NightDevice: any MotionSource]

  private var plan: NightPlan { run.plan }
  private var world: World { run.world }

  /// The devices of the plan, in the order of `NightDevice`; a watch has its iPhone at hand.
  func gather() throws -> [NightParticipant] {
    let settings = NightSettings(plan: plan, collector: run.collector, names: run.names)
    var cast: [NightParticipant] = []
    var phone: Device?
    if plan.devices.contains(.iphone) || plan.devices.contains(.watch) {
      let device = world.addDevice(run.names[.iphone]!, .iPhone(iOS: plan.systemVersion))
      let one = try participant(
        .iphone, device, run.app(try settings.phone()), records: plan.devices.contains(.iphone))
      if plan.hasStrap { one.strap = HeartStrap(in: world, for: device) }
      cast.append(one)
      phone = device
    }
    if plan.devices.contains(.watch), let phone {
      var profile = DeviceProfile.watch(watchOS: plan.watchVersion)
      profile.watchLink?.mode = plan.linkMode
      let device = world.addDevice(run.names[.watch]!, profile)
      world.pair(device, with: phone)
      device.watchLink.onFile = { [witness] file in witness.count(file: file) }
      cast.append(
        try participant(.watch, device, .nightWatchApp(try settings.watch()), records: true))
    }
    if plan.devices.contains(.android) {
      let device = world.addDevice(run.names[.android]!, .android(api: plan.apiLevel, plan.maker))
      cast.append(
        try participant(.android, device, .nightAndroidApp(try settings.android()), records: true))
    }
    return cast
  }

  private func participant(
    _ kind: NightDevice, _ device: Device, _ app: AppDefinition, records: Bool
  ) throws -> NightParticipant {
    if let source = sources[kind] { device.motion.source = source }
    return NightParticipant(
      kind, named: run.names[kind]!, device, try device.install(app), records: records,
      sampleInterval: plan.sampleInterval)
  }
}
