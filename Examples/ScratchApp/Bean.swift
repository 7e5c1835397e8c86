import Foundation
import Yoban

extension AccessoryProfile {
  /// An accessory like the LightBlue Bean: a battery, and two bytes of scratch.
  ///
  /// Only an accessory that advertises its name is selected.
  static let bean = AccessoryProfile(
    name: "Bean", advertises: ["A495FF10-C5B1-4B44-B512-1370F02D74DE"],
    services: [.battery, ServiceProfile(Characteristic<Data>.scratch)],
    accepts: { $0.localName != nil })
}

extension Characteristic where Value == Data {
  static var scratch: Self {
    Self(
      Data.self, "A495FF21-C5B1-4B44-B512-1370F02D74DE",
      in: "A495FF20-C5B1-4B44-B512-1370F02D74DE")
  }
}
