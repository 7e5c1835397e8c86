import YobanPlatformProfiles

extension [PlatformRule] {
  package static let radio: Self = [
    .ra1, .ra2,
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
}
