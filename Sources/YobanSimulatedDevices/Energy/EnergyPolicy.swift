import YobanPlatformProfiles
import YobanVirtualTime

/// The figures from which the energy of apps is estimated (EN1 to EN7). Powers are in milliwatts at the battery.
///
/// They come from devices whose figures are public: a Pixel 7, an iPhone 12, an Apple Watch Series 6 and a phone of
/// 2012 with LTE. Other devices use them, too, which is an assumption. No figure depends on a version.
public struct EnergyPolicy: Policy, Sendable, Hashable {
  // MARK: Processor (EN1)

  /// An iPhone asleep, in milliwatts (EN1).
  @Fact("an iPhone asleep, mW", "EN1", .always(25, .reported))
  public var phoneAsleep: Double
  /// An Android phone asleep, in milliwatts (EN1).
  @Fact("an Android phone asleep, mW", "EN1", .always(51, .documented))
  public var pixelAsleep: Double
  /// A watch asleep, in milliwatts (EN1).
  @Fact("a watch asleep, mW", "EN1", .always(14, .reported))
  public var watchAsleep: Double
  /// The power of a processor that is awake and idle, in milliwatts, in addition to the device asleep (EN1).
  @Fact("a phone's processor awake, in addition, mW", "EN1", .always(137, .documented))
  public var awake: Double
  /// A watch's processor awake, in addition, in milliwatts (EN1).
  @Fact("a watch's processor awake, in addition, mW", "EN1", .always(46, .assumed))
  public var watchAwake: Double
  /// The power of one fast core while it is busy, in milliwatts, in addition to the processor awake (EN1).
  @Fact("a busy core of a phone, in addition, mW", "EN1", .always(818, .documented))
  public var core: Double
  /// A busy core of a watch, in addition, in milliwatts (EN1).
  @Fact("a busy core of a watch, in addition, mW", "EN1", .always(150, .assumed))
  public var watchCore: Double

  // MARK: Bluetooth (EN2)

  /// Bluetooth while it receives, in milliwatts (EN2).
  @Fact("Bluetooth while it receives, mW", "EN2", .always(22, .documented))
  public var bluetoothReceiving: Double
  /// Bluetooth while it sends, in milliwatts (EN2).
  @Fact("Bluetooth while it sends, mW", "EN2", .always(77, .documented))
  public var bluetoothSending: Double
  /// The power that a processor needs to look at every advertisement, in milliwatts, if a scan has no filter (EN2).
  @Fact("the processor during a scan without a filter, mW", "EN2", .always(83, .assumed))
  public var advertisements: Double
  /// Each advertisement that passes a filter, in millijoules (EN2).
  @Fact("each advertisement that passes a filter, mJ", "EN2", .always(4, .assumed))
  public var discovery: Double
  /// The share of the time in which an iPhone in background scans, in percent (EN2).
  @Fact("% of the time in which an iPhone in background scans", "EN2", .always(10, .assumed))
  public var backgroundScanPercent: Double
  /// The time for which the radio is on at each connection event.
  @Fact("the radio is on at each connection event for", "EN2", .always(.milliseconds(3), .assumed))
  public var connectionEvent: Duration

  // MARK: Location (EN3)

  /// A phone's GPS, in milliwatts (EN3).
  @Fact("a phone's GPS, mW", "EN3", .always(53, .documented))
  public var satellites: Double
  /// A watch's GPS, in milliwatts (EN3).
  @Fact("a watch's GPS, mW", "EN3", .always(61, .reported))
  public var watchSatellites: Double
  /// Updates with this desired accuracy or a coarser one do not use GPS.
  @Fact("desired accuracy from which on GPS rests, m", "EN3", .always(100, .assumed))
  public var satellitesRestFrom: Double

  // MARK: Network (EN4)

  /// Waking the radio of LTE, in millijoules (EN4).
  @Fact("waking the radio of LTE, mJ", "EN4", .always(300, .reported))
  public var cellularWake: Double
  /// LTE stays on after a transfer for (EN4).
  @Fact("LTE stays on after a transfer for", "EN4", .always(.seconds(10), .reported))
  public var cellularTail: Duration
  /// LTE after a transfer, in milliwatts (EN4).
  @Fact("LTE after a transfer, mW", "EN4", .always(1100, .reported))
  public var cellularTailPower: Double
  /// A million bytes sent over LTE, in millijoules (EN4).
  @Fact("a million bytes sent over LTE, mJ", "EN4", .always(13_000, .reported))
  public var cellularSent: Double
  /// A million bytes received over LTE, in millijoules (EN4).
  @Fact("a million bytes received over LTE, mJ", "EN4", .always(4_000, .reported))
  public var cellularReceived: Double
  /// Wi-Fi while it sends, in milliwatts (EN4).
  @Fact("Wi-Fi while it sends, mW", "EN4", .always(1739, .documented))
  public var wifiSending: Double
  /// Wi-Fi while it receives, in milliwatts (EN4).
  @Fact("Wi-Fi while it receives, mW", "EN4", .always(363, .documented))
  public var wifiReceiving: Double
  /// Wi-Fi while it listens, in milliwatts (EN4).
  @Fact("Wi-Fi while it listens, mW", "EN4", .always(141, .documented))
  public var wifiListening: Double
  /// Wi-Fi listens after a transfer for (EN4).
  @Fact("Wi-Fi listens after a transfer for", "EN4", .always(.milliseconds(200), .assumed))
  public var wifiTail: Duration

  // MARK: Screen (EN5)

  /// The screen of an iPhone, in milliwatts (EN5).
  @Fact("the screen of an iPhone, mW", "EN5", .always(468, .reported))
  public var phoneScreen: Double
  /// The screen of an Android phone, in milliwatts (EN5).
  @Fact("the screen of an Android phone, mW", "EN5", .always(830, .assumed))
  public var pixelScreen: Double

  // MARK: Workouts and sensors (EN6)

  /// Heart rate and display during a running workout, in milliwatts (EN6).
  @Fact("heart rate and display during a running workout, mW", "EN6", .always(46, .assumed))
  public var watchHeartRate: Double
  /// Accelerometer and gyroscope, in milliwatts (EN6).
  @Fact("accelerometer and gyroscope, mW", "EN6", .always(1, .documented))
  public var motionSensors: Double
  /// Audio, in addition to the processor, in milliwatts (EN6).
  @Fact("audio, in addition to the processor, mW", "EN6", .always(4, .assumed))
  public var audio: Double

  // MARK: Batteries (EN7)

  /// The battery of an iPhone 4S, in milliwatt-hours (EN7).
  @Fact("iPhone 4S, mWh", "EN7", .always(5_300, .reported))
  public var iPhone4S: Double
  /// The battery of an iPhone 5S, in milliwatt-hours (EN7).
  @Fact("iPhone 5S, mWh", "EN7", .always(5_920, .reported))
  public var iPhone5S: Double
  /// The battery of an iPhone 7, in milliwatt-hours (EN7).
  @Fact("iPhone 7, mWh", "EN7", .always(7_450, .reported))
  public var iPhone7: Double
  /// The battery of an iPhone 12, in milliwatt-hours (EN7).
  @Fact("iPhone 12, mWh", "EN7", .always(10_780, .reported))
  public var iPhone12: Double
  /// The battery of an iPhone 16, in milliwatt-hours (EN7).
  @Fact("iPhone 16, mWh", "EN7", .always(13_800, .reported))
  public var iPhone16: Double
  /// The battery of an Apple Watch Series 3, in milliwatt-hours (EN7).
  @Fact("Apple Watch Series 3, mWh", "EN7", .always(1_070, .reported))
  public var series3: Double
  /// The battery of an Apple Watch Series 4, in milliwatt-hours (EN7).
  @Fact("Apple Watch Series 4, mWh", "EN7", .always(1_113, .reported))
  public var series4: Double
  /// The battery of an Apple Watch Series 6, in milliwatt-hours (EN7).
  @Fact("Apple Watch Series 6, mWh", "EN7", .always(1_170, .reported))
  public var series6: Double
  /// The battery of an Apple Watch Series 9, in milliwatt-hours (EN7).
  @Fact("Apple Watch Series 9, mWh", "EN7", .always(1_090, .reported))
  public var series9: Double
  /// The battery of an Apple Watch Series 10, in milliwatt-hours (EN7).
  @Fact("Apple Watch Series 10, mWh", "EN7", .always(1_266, .reported))
  public var series10: Double
  /// The battery of an Apple Watch Ultra, in milliwatt-hours (EN7).
  @Fact("Apple Watch Ultra, mWh", "EN7", .always(2_090, .reported))
  public var ultra: Double
  /// The battery of a Pixel 7, for every Android phone, in milliwatt-hours (EN7).
  @Fact("Pixel 7, for every Android phone, mWh", "EN7", .always(16_770, .documented))
  public var pixel7: Double

  package init() {}

  package init(of profile: DeviceProfile) { self.init(for: 0) }

  package static var isOfSystem: Bool { false }
}

extension DeviceProfile {
  /// The figures from which the energy of apps is estimated. They never change what happens on the device.
  public var energy: EnergyPolicy {
    get { self[EnergyPolicy.self] }
    set { self[EnergyPolicy.self] = newValue }
  }
}
