import YobanPlatformProfiles

extension [PlatformRule] {
  package static let radio: Self = [
    .ra1, .ra2, .ra3, .ra4,
  ]
}

extension PlatformRule {
  public static let ra1 = PlatformRule(
    "RA1", .radio, .reported, versions: "all versions",
    "The received power falls with the logarithm of the distance, and bodies and walls reduce it further.",
    sources: [
      .page(
        "Bluetooth Distance Estimation for COVID-19 Contact Tracing",
        by: "TU Wien, G. Retscher et al.",
        at: "https://repositum.tuwien.at/handle/20.500.12708/18819"),
      .page(
        "Coronavirus Contact Tracing: Evaluating The Potential Of Using Bluetooth Received Signal Strength For Proximity Detection",
        by: "D. Leith, S. Farrell (Trinity College Dublin)",
        at: "http://cord.distantreader.org/stacks/cord/cord-0627256-3ds6k08v.txt"),
    ],
    details: [
      .init(
        .documented,
        "In free space the power falls with the square of the distance; at 2.4 GHz 40 dB are lost over the first meter.",
        [
          .page(
            "Recommendation ITU-R P.525: Calculation of free-space attenuation", by: "ITU",
            at: "https://www.itu.int/rec/R-REC-P.525")
        ]),
      .init(
        .documented,
        "A sender adds a random delay of 0 to 10 ms to each advertising interval.",
        [
          .page(
            "Bluetooth Core Specification 5.3, Vol. 6, Part B, 4.4.2.2.1", by: "Bluetooth SIG",
            at: "https://www.bluetooth.com/specifications/specs/core-specification-5-3/")
        ]),
      .init(
        .reported,
        "A body reduces the received power by some 10 to 20 dB, drywall by 3 to 5 dB and concrete by 10 to 15 dB.",
        [
          .page("widely repeated by developers (bodies)", by: "several authors"),
          .page("a page on the link budget (walls)", by: "iotclass.org"),
        ]),
      .init(
        .reported,
        "Indoors the received power need not fall steadily with the distance, because of reflections and of the orientation of the phones."
      ),
      .init(
        .assumed,
        "The models are the open field, indoors, and devices that are worn indoors. Indoors is the default: 0.6 dB for each meter beside the loss of free space. Two bodies cost 30 dB."
      ),
      .init(
        .assumed,
        "A connection can be made only where its packets would be strong enough to keep it."
      ),
    ],
    simulated:
      "The received power falls as in free space. Indoors it falls by a further 0.6 dB for each meter, and by 30 dB if both devices are worn. A world chooses between open field (a sender of 0 dBm reaches about 560 m), indoors (39 m, the default) and worn (10 m). A connection can be made only where it could be held.",
    difference:
      "There are no walls or bodies at a place of their own and no reflections: the model of the world stands for them."
  )

  public static let ra2 = PlatformRule(
    "RA2", .radio, .reported, versions: "all versions",
    "Bluetooth connections fail at random now and then, although the devices are close to each other.",
    sources: [
      .page("Herald's notes on Bluetooth", by: "Herald", at: "https://heraldprox.io/bluetooth/os"),
      .thread("theheraldproject/herald-for-ios", 23),
    ],
    details: [
      .init(.reported, "A read fails now and then with CBError 6 (connectionTimeout)."),
      .init(
        .reported,
        "In about one connect of ten, the app misses that the peripheral's state became connected.",
        [
          .page(
            "Herald's notes on Bluetooth", by: "Herald", at: "https://heraldprox.io/bluetooth/os")
        ]
      ),
    ],
    simulated:
      "Random failures are off by default. A world sets how many of 100 reads fail with CBError 6, and of how many of 100 connections the app never receives didConnect.",
    difference: "By default the radio has no random failures.")
  public static let ra3 = PlatformRule(
    "RA3", .radio, .reported, versions: "all versions",
    "A connect to an accessory that is near and advertises can fail, or stay without an answer; a new attempt succeeds later.",
    sources: [
      .thread("boardsesh/boardsesh", 3676), .thread("boardsesh/boardsesh", 4143),
      .thread("ryanbr/noop", 947),
    ],
    details: [
      .init(
        .reported,
        "In one app 2.3 to 3.9 % of the connects fail on iOS; the app's own timeout of 8 s counts as a failure.",
        [.thread("boardsesh/boardsesh", 3676)]
      ),
      .init(
        .reported,
        "In the same app 4.8 to 7.8 % of the connects fail with status 133 on Android.",
        [.thread("boardsesh/boardsesh", 4143)]),
      .init(
        .reported,
        "On macOS a connect to a ring in range that was still bonded to a phone stayed pending without any callback, because connect has no timeout (BT12); after a factory reset of the ring it succeeded.",
        [.thread("ryanbr/noop", 947), .thread("ryanbr/noop", 2149)]),
      .init(
        .reported,
        "Of 13 connects to a ring that failed on an iPhone, a developer measured that half failed within 5 s and the slowest after 100 s.",
        [.thread("ryanbr/noop", 1286)]),
      .init(
        .reported,
        "A change proposed for one app, which was not merged, cancels a connect that stays in the state connecting for 65 s, and connects again.",
        [.thread("BasedHardware/omi", 11128)]),
      .init(
        .reported,
        "A user's seventh attempt to connect succeeded; the app itself gave up after its first attempt each time.",
        [.thread("MeshMapper/MeshMapper_Project", 500)]),
    ],
    simulated:
      "Off by default. An accessory can refuse a number of connects, or leave them without an answer. Without an answer, a connect of Core Bluetooth stays pending until the app cancels it; connectGatt ends with status 133 (AN15), and with autoConnect Android tries again itself.",
    difference:
      "How many connects fail is a choice of the test. Whether a connect without an answer would succeed after a longer time is not known; here it does not."
  )

  public static let ra4 = PlatformRule(
    "RA4", .radio, .reported, versions: "all accessories",
    "The clock of an accessory runs fast or slow: by 20 parts per million with a usual crystal, which is 1.7 s a day, and by far more with an RC oscillator.",
    sources: [
      .page(
        "Synchronizing Multiple BLE Sensors on Android: Timestamps, Drift, and Correction",
        by: "DEVSFLOW",
        at: "https://neuro.devsflow.ca/blog/multi-sensor-ble-synchronization.html"),
      .page(
        "32.768 kHz crystal: Measured RTC Drift & Schematic Tips", by: "Apex",
        at: "https://www.apex-chip.com/en/newsDetail/31"),
    ],
    details: [
      .init(
        .reported,
        "Crystals for consumers have a tolerance of 20 to 50 parts per million, which is 1.7 to 4.3 s a day. No page was found that measured 2.4 s a day, which would be 27.8 parts per million."
      ),
      .init(
        .reported,
        "A crystal runs slower in the cold and in the heat: by 0.035 parts per million for each square of a degree from 25 °C."
      ),
      .init(
        .documented,
        "The RC oscillator of the nRF5340 has a tolerance of 3.2 % without calibration, and of 250 parts per million if it is calibrated at least every 8 seconds at a steady temperature.",
        [
          .page(
            "nRF5340 Product Specification: CLOCK", by: "Nordic Semiconductor",
            at:
              "https://docs.nordicsemi.com/r/bundle/ps_nrf5340/page/chapters/clock/doc/clock.html-unique_1968257361?contentId=XvFGfIQdOoHoDPQu18gS5Q"
          )
        ]),
      .init(
        .reported,
        "A developer measured the RC oscillators of 100 chips of the type nRF52805, whose tolerance is 2 %: they were 0.2 % slow to 2.7 % fast, and 1.2 % fast in the mean.",
        [
          .page(
            "question 127748: nRF52805 LFRC frequency tolerance", by: "Nordic DevZone",
            at:
              "https://devzone.nordicsemi.com/f/nordic-q-a/127748/nrf52805-lfrc-frequency-tolerance-exceeding-2-on-multiple-devices"
          )
        ]),
      .init(
        .documented,
        "Polar's sensors send values with the time of their own clock. Apps can set it, and in the H10 it begins again when the sensor shuts down, which it does within a minute without a strap and a connection.",
        [
          .page(
            "Time system in Polar devices", by: "Polar",
            at:
              "https://github.com/polarofficial/polar-ble-sdk/blob/master/documentation/TimeSystemExplained.md"
          )
        ]),
    ],
    simulated:
      "An accessory has a clock, which its code reads and sets. By default it is right; a test or a fault makes it run fast or slow. It goes on while the accessory is off, unless the test says that it begins again.",
    difference:
      "The drift does not depend on temperature and age, and the connection does not depend on the clock."
  )
}
