import YobanPlatformProfiles

extension PlatformFacts {
  /// The facts that belong to the simulated world and not to a version of a system: the radio and
  /// the accessories.
  public static let world = [
    // The path of a fact names surroundings that have its value.
    PlatformRow.section(
      "Radio", at: "RadioModel.openField", upTo: "lossPerMeter", RadioModel.init),
    PlatformRow.section(
      "Radio", at: "RadioModel.indoors", from: "lossPerMeter", upTo: "bodyLoss", RadioModel.init),
    PlatformRow.section(
      "Radio", at: "RadioModel.worn", from: "bodyLoss", upTo: "sensitivity", RadioModel.init),
    PlatformRow.section("Radio", at: "RadioModel.indoors", from: "sensitivity", RadioModel.init),
    PlatformRow.section("Accessories", at: "AccessoryDefaults", AccessoryDefaults.init),
  ].flatMap { $0 }
}
