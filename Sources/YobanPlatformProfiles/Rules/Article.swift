/// One of the five articles whose measurements this project repeats.
public enum Article: String, Sendable, Hashable, CaseIterable {
  case s0 = "S0"
  case s1 = "S1"
  case s2 = "S2"
  case s3 = "S3"
  case s4 = "S4"

  /// The title as published; all five articles are in Japanese.
  public var title: String {
    switch self {
    case .s0: "iOS端末でのBluetooth接続(Background)について"
    case .s1: "CoreBluetoothをバックグラウンドで動かすiOSアプリ作った"
    case .s2: "iOSでバックグラウンドタスク(BackgroundTask)"
    case .s3: "iOS7.1でのiBeacon"
    case .s4: "iPhone, Apple Watch, Androidで長時間のバックグラウンド処理を実装した話"
    }
  }

  /// The author, the place and the date of publication.
  public var publication: String {
    switch self {
    case .s0: "akaishi, Lincraft Advent Calendar, 21 December 2023"
    case .s1: "よいちろ日記 (a developer's diary), 2016"
    case .s2: "a developer's blog, last changed 11 July 2014"
    case .s3: "the author of a book on iBeacon, 22 April 2014"
    case .s4: "haruka0640, Sun* Advent Calendar, 3 December 2023"
    }
  }

  /// The devices of the measurement.
  public var device: String {
    switch self {
    case .s0: "iPhone 12, iOS 15.1, Xcode 14.2"
    case .s1: "an iPhone of 2016 and an accessory like LightBlue Bean"
    case .s2: "iPhones with iOS 6 and iOS 7"
    case .s3: "iPhone 5s, iOS 7.1"
    case .s4: "iPhone and Apple Watch with iOS 16 and 17, and an Android phone"
    }
  }

  /// A sentence about the app and the measurements of the author.
  public var subject: String {
    switch self {
    case .s0:
      "The life-cycle log of an app with scenes, and a central that discovers, connects to and loses a neck speaker while suspended."
    case .s1:
      "A Bluetooth central as a singleton that reads a battery level and writes two bytes, also from a background fetch."
    case .s2:
      "A job class around beginBackgroundTask that counts the app's badge up once a second."
    case .s3:
      "The events of a beacon region in every state of an app, after a reboot, and at a relaunch."
    case .s4:
      "Sensor logging for 12 hours on three platforms, with the watch's files sent to the phone and from there to a server."
    }
  }
}
