import YobanPlatformProfiles

extension [PlatformRule] {
  package static let energy: Self = [.en1, .en2, .en3, .en4, .en5, .en6, .en7]
}

extension RuleSource {
  fileprivate static let pixel7 = RuleSource.page(
    "power_profile.xml of the Pixel 7 (panther)", by: "Google, in LineageOS's device tree",
    at:
      "https://github.com/LineageOS/android_device_google_pantah/blob/lineage-21/panther/overlay/frameworks/base/core/res/res/xml/power_profile.xml"
  )
  fileprivate static let powerProfiles = RuleSource.page(
    "Measure power values", by: "Android Open Source Project",
    at: "https://source.android.com/docs/core/power/values")
  fileprivate static let iPhone12Hours = RuleSource.page(
    "iPhone 12 battery life (hours by Apple's specifications)", by: "MacRumors",
    at: "https://www.macrumors.com/2020/10/13/iphone-12-mini-battery-life/")
  fileprivate static let iPhoneBatteries = RuleSource.page(
    "iPhone battery mAh list", by: "9to5Mac",
    at: "https://9to5mac.com/2022/12/29/iphone-battery-mah-capacity-list/")
  fileprivate static let series6Hours = RuleSource.page(
    "Apple Watch Series 6 review (hours by Apple's specifications)", by: "Engadget, in a copy",
    at:
      "http://weekdaytimes.com/technology/2020/10/02/apple-watch-series-6-review-the-best-new-features-are-the-boring-ones"
  )
  fileprivate static let lte = RuleSource.page(
    "A Close Examination of Performance and Power Characteristics of 4G LTE Networks (MobiSys 2012)",
    by: "University of Michigan and AT&T Labs",
    at:
      "https://fdocuments.in/document/a-close-examination-of-performance-and-power-characteristics-of-.html"
  )
}

extension PlatformRule {
  public static let en1 = PlatformRule(
    "EN1", .energy, .documented, versions: "all versions",
    "A Pixel 7 draws 13.3 mA asleep, 35.6 mA more while its processor is awake and idle, and 212 mA more for one busy fast core; at 3.85 V these are 51, 137 and 818 mW.",
    sources: [.pixel7, .powerProfiles],
    details: [
      .init(
        .reported,
        "By Apple's specifications an iPhone 4S lasts 200 hours in standby and an iPhone 5S 250 hours; with batteries of 5.3 and 5.9 Wh these are 27 and 24 mW.",
        [
          .page(
            "Studying iPhone 4S Battery Life semi-systematically", by: "The Verge, forum",
            at:
              "http://www.theverge.com/2012/7/22/3175237/studying-iphone-4s-battery-life-semi-systematically"
          ),
          .page(
            "10% bigger battery in iPhone 5s to boost talk, LTE use times by 2 hours",
            by: "AppleInsider",
            at:
              "https://appleinsider.com/articles/13/09/12/10-bigger-battery-in-iphone-5s-to-boost-talk-lte-use-times-by-2-hours"
          ),
        ]),
      .init(
        .reported,
        "By Apple's specifications an iPhone 12 plays audio for 65 hours, which is 166 mW for everything: 141 mW more than asleep, close to the 137 mW of a Pixel 7 that is awake.",
        [.iPhone12Hours]),
      .init(
        .reported,
        "A Series 6 watch that tracked sleep lost 10 % in a night of 8.5 hours and 22 % in one of 9.25 hours, which are 14 and 28 mW.",
        [
          .page(
            "Real-world Apple Watch Series 6 battery life", by: "9to5Mac, in a copy",
            at: "http://ripdifferent.com/2020/09/real-world-apple-watch-series-6-battery-life")
        ]),
      .init(
        .documented,
        "Waking a device from its idle state costs energy each time, and background activity keeps it from becoming idle.",
        [
          .page(
            "Energy Efficiency Guide for iOS Apps, Minimize Timer Use", by: "Apple",
            at:
              "https://developer.apple.com/library/archive/documentation/Performance/Conceptual/EnergyGuide-iOS/MinimizeTimerUse.html"
          )
        ]),
      .init(
        .assumed,
        "The processor of an iPhone or a watch is awake whenever an app has run time, also while the app waits. An iPhone's processor uses as much as that of a Pixel 7; a watch's uses 46 mW awake, half of what a workout adds (EN6), and 150 mW for a busy core."
      ),
    ],
    simulated:
      "`Device.energy(of:)` counts the device asleep all the time, and the processor awake while an app runs, with the grants that let it run as the cause. On Android the causes are wake locks and jobs. Causes at the same time share the energy. A suspended app costs nothing of its own.",
    difference:
      "What the app's code computes takes no time here, so it costs only what a scenario sets as its processor load. Real processors sleep between the events of an app that waits."
  )

  public static let en2 = PlatformRule(
    "EN2", .energy, .documented, versions: "all versions",
    "The Bluetooth controller of a Pixel 7 draws 5.8 mA while it receives and 20 mA while it sends, which are 22 and 77 mW.",
    sources: [.pixel7],
    details: [
      .init(
        .documented,
        "A scan goes on until it is stopped, and with duplicates allowed each packet of a peripheral is an event, many times a second, which may have an adverse effect on battery life.",
        [
          .page(
            "Energy Efficiency Guide for iOS Apps, Bluetooth Best Practices", by: "Apple",
            at:
              "https://developer.apple.com/library/archive/documentation/Performance/Conceptual/EnergyGuide-iOS/BluetoothBestPractices.html"
          )
        ]),
      .init(
        .reported,
        "On phones of 2014 what a scan costs depends on how many beacons are near: it costs much less when there is none. A whole Nexus 5 in airplane mode lost 25 % of 2300 mAh in 152 minutes while it scanned all the time, with dozens of beacons near, and 13 % in 134 minutes with the low-power mode, which are 227 and 134 mA.",
        [
          .page(
            "iBeacon and Battery Drain on Phones: A Technical Report", by: "Aislelabs",
            at: "https://www.aislelabs.com/reports/ibeacon-battery-phones/"),
          .page(
            "Android 5.0 scanning", by: "Radius Networks",
            at: "http://developer.radiusnetworks.com/2014/10/28/android-5.0-scanning.html"),
        ]),
      .init(
        .assumed,
        "A scan without a filter keeps a small core busy with advertisements, 21.6 mA of a Pixel 7 or 83 mW, because the air of a town is full of them; a scan with a filter costs 4 mJ for each advertisement that passes. An iPhone in background listens for 10 % of the time. The radio is on for 3 ms at each connection event."
      ),
    ],
    simulated:
      "A scan counts by the share of time in which it listens, connections by their interval, and a pending connect as a scan in background. A scan that gets nothing, such as one in background without services, costs nothing. The uses of several apps add up, to at most all of the time. The event of a connection takes 3 ms.",
    difference:
      "No public measurement of a phone's connections by their interval was found. Advertising costs nothing here."
  )

  public static let en3 = PlatformRule(
    "EN3", .energy, .documented, versions: "all versions",
    "The satellite receiver of a Pixel 7 draws 14.33 mA with a weak signal and 12.79 mA with a good one; at 3.7 V these are 53 and 47 mW.",
    sources: [.pixel7],
    details: [
      .init(
        .documented,
        "Location updates can keep the device from sleeping and the hardware on; a coarser accuracy and an early stop save energy.",
        [
          .page(
            "Energy Efficiency Guide for iOS Apps, Reduce Location Accuracy and Duration",
            by: "Apple",
            at:
              "https://developer.apple.com/library/archive/documentation/Performance/Conceptual/EnergyGuide-iOS/LocationBestPractices.html"
          )
        ]),
      .init(
        .reported,
        "By Apple's specifications a Series 6 watch lasts 11 hours in an indoor workout and 7 hours in an outdoor one with GPS; with 1.17 Wh these are 106 and 167 mW, so GPS takes 61 mW.",
        [.series6Hours]),
      .init(
        .assumed,
        "An iPhone's receiver uses as much as that of a Pixel 7 with a weak signal. It rests if all apps ask for an accuracy of 100 m or coarser."
      ),
    ],
    simulated:
      "Updates of `CLLocationManager` with a desired accuracy better than 100 m, and live updates, count while they reach the app. Regions, significant changes, visits and beacons cost nothing.",
    difference:
      "A real receiver needs more until it has a first position, and a phone that lies still may switch it off."
  )

  public static let en4 = PlatformRule(
    "EN4", .energy, .reported, versions: "all versions",
    "On a phone of 2012, LTE took about 0.3 J to wake its radio, about 11 J after each burst of data, and 4 to 13 J for a million bytes.",
    sources: [.lte],
    details: [
      .init(
        .reported,
        "The network keeps a phone connected for typically 10 seconds after its last data, with high power.",
        [
          .page(
            "A paper about discontinuous reception in LTE, quoted on a page for translations",
            by: "unnamed authors",
            at: "https://th4.ilovetranslation.com/ApdWkRTfRlL=d")
        ]),
      .init(
        .documented,
        "A Pixel 7 draws 470 mA while Wi-Fi sends, 98 mA while it receives and 38 mA while it listens; at 3.7 V these are 1739, 363 and 141 mW.",
        [.pixel7]),
      .init(
        .documented,
        "Radios are powered up for each transfer and stay on for a while in anticipation of more work, so sporadic small transfers cost most; a mobile network needs significantly more energy than Wi-Fi.",
        [
          .page(
            "Energy Efficiency Guide for iOS Apps, Energy and Networking", by: "Apple",
            at:
              "https://developer.apple.com/library/archive/documentation/Performance/Conceptual/EnergyGuide-iOS/EnergyandNetworking.html"
          )
        ]),
      .init(
        .assumed,
        "Sending a million bytes over LTE takes the higher figure, receiving the lower one; both fit slow links of 1 to 3 Mbit/s, and a fast one needs less. Wi-Fi listens for 200 ms after a transfer. All phones and watches use these figures."
      ),
    ],
    simulated:
      "Each transfer counts when it ends. A transfer within 10 s of another one over the mobile network need not wake the radio, and shortens its time after the earlier one. Over Wi-Fi the radio sends and receives for the time that the bytes take, and listens for 200 ms afterwards.",
    difference:
      "Modems have improved since 2012, and 5G differs. Failed attempts, weak signals and the network of the system itself cost nothing here."
  )

  public static let en5 = PlatformRule(
    "EN5", .energy, .reported, versions: "all versions",
    "By Apple's specifications an iPhone 12 plays video for 17 hours and audio for 65 hours; with 10.78 Wh these are 634 and 166 mW, so the screen and the decoder take 468 mW.",
    sources: [.iPhone12Hours, .iPhoneBatteries],
    details: [
      .init(
        .documented,
        "The screen of a Pixel 7 draws 98 mA at minimum brightness and 470 mA more at maximum.",
        [.pixel7]),
      .init(
        .assumed,
        "All iPhones use the figure of the iPhone 12, and an Android phone a quarter of the range of brightness, 830 mW. The display of a watch is a part of its other figures."
      ),
    ],
    simulated: "A lit screen counts for the app in front, or for the device itself.",
    difference: "Brightness, colors and an always-on display make no difference here."
  )

  public static let en6 = PlatformRule(
    "EN6", .energy, .reported, versions: "all versions",
    "By Apple's specifications a workout lasts 11 hours indoors on a Series 6 watch, 10 hours on a Series 3, and outdoors with GPS 12 hours on an Ultra; with their batteries these are 106, 107 and 174 mW.",
    sources: [
      .series6Hours,
      .page(
        "Apple Watch Series 3 battery life", by: "MacRumors",
        at: "https://www.macrumors.com/2017/09/12/apple-watch-series-3-battery-life/"),
      .page(
        "Apple Watch Ultra, the truth behind the battery claims", by: "the5krunner, in a copy",
        at: "http://techchef.net/index-4757.html"),
    ],
    details: [
      .init(
        .documented,
        "An inertial sensor for phones and watches (LSM6DSO32) draws 0.55 mA with accelerometer and gyroscope on, which is 1 mW at 1.8 V.",
        [
          .page(
            "LSM6DSO32", by: "STMicroelectronics",
            at:
              "https://github.com/STMicroelectronics/STMems_Standard_C_drivers/blob/master/lsm6dso32_STdC/README.md"
          )
        ]),
      .init(
        .assumed,
        "Of the 106 mW of a workout, 14 mW are the watch asleep, 46 mW the processor awake, and 46 mW the heart rate and the display, which rest while the workout is paused. Audio takes 4 mW beside the processor, the rest of an iPhone 12's 166 mW (EN5)."
      ),
    ],
    simulated:
      "A running workout counts with its heart rate and display, a paused one only with the processor. Motion sensors count once, at any rate; what costs most is the processor that receives their samples. Sounds count while they play or record.",
    difference:
      "What a sensor draws by its rate, and what the samples cost the processor, is not known for any phone or watch."
  )

  public static let en7 = PlatformRule(
    "EN7", .energy, .reported, versions: "all versions",
    "The batteries hold 5.3 Wh in an iPhone 4S, 5.92 Wh in a 5S, 7.45 Wh in a 7, 10.78 Wh in a 12 and 3561 mAh in a 16.",
    sources: [
      .iPhoneBatteries,
      .page(
        "iPhone 5 vs iPhone 4S: Key Battery Differences", by: "iPhoneHeat",
        at: "http://www.iphoneheat.com/2012/09/iphone-5-vs-iphone-4s-key-battery-differences/"),
      .page(
        "iPhone 5s", by: "Wikipedia", at: "https://en.wikipedia.org/wiki/IPhone_5s"),
      .page("iPhone 7", by: "Hubbry, from Wikipedia", at: "https://www.hubbry.com/IPhone_7"),
      .page(
        "iPhone 16 battery capacity", by: "Global Batteries",
        at: "https://www.global-batteries.com/tag/a18-chip"),
    ],
    details: [
      .init(
        .reported,
        "Those of watches hold 1.07 Wh in a Series 3 of 38 mm with LTE, 1.113 Wh in a Series 4 of 44 mm, 1.17 Wh in a Series 6 of 44 mm, 282 mAh in a Series 9 of 41 mm, 1.266 Wh in a Series 10 of 46 mm and 542 mAh in an Ultra.",
        [
          .page(
            "Apple Watch Series 4 Teardown", by: "iFixit",
            at: "https://nl.ifixit.com/Teardown/edit/113044/216052"),
          .page(
            "iFixit Shares Apple Watch Series 10 Teardown", by: "MacRumors",
            at: "https://macrumors.com/2024/10/07/ifixit-shares-apple-watch-series-10-teardown"),
          .page(
            "Apple Watch Series 6 teardown reveals bigger battery", by: "MacDailyNews, from iFixit",
            at:
              "https://macdailynews.com/2020/09/21/apple-watch-series-6-teardown-reveals-bigger-battery-slimmer-design/"
          ),
          .page(
            "Apple Watch Series 9 and Ultra 2 battery capacity revealed in the regulatory database",
            by: "Ironblade, from MacRumors",
            at:
              "https://ironbladeonline.com/apple-watch-series-9-and-ultra-2-battery-capacity-revealed-in-the-regulatory-database/"
          ),
        ]),
      .init(
        .documented, "The battery of a Pixel 7 holds 4356 mAh, at 3.85 V 16.77 Wh.", [.pixel7]),
      .init(
        .assumed,
        "Where only mAh are known (the iPhone 16's are from a report before its release), the voltage is 3.88 V for the iPhone 16, as in an iPhone 15, and 3.85 V for watches."
      ),
    ],
    simulated:
      "The estimate gives the energy in percent of the model's battery when it is new. An Android phone has that of a Pixel 7.",
    difference:
      "Batteries age, and cold takes capacity from them. `Device.power` is another, simpler model, which decides when a watch shuts down (WK11); the estimate changes nothing on the device."
  )
}
