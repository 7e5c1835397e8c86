import YobanPlatformProfiles
import YobanSimulatedAndroid
import YobanSimulatedApple
import YobanSimulatedDevices

extension ServiceDeclaration {
  /// The services of all devices, each once.
  static let all: [ServiceDeclaration] = [.device] + World.watchServices + [.android]
}

extension Finding.Kind: CaseIterable {
  /// The kinds of all services, by name.
  public static let allCases: [Finding.Kind] =
    ServiceDeclaration.all.flatMap(\.findings).sorted { $0.name < $1.name }
}

extension PrivacyPermission: CaseIterable {
  /// The permissions of all services.
  public static let allCases: [PrivacyPermission] =
    ServiceDeclaration.all.flatMap(\.permissions)
}

extension PlatformFacts {
  /// Returns all facts of a platform, section by section.
  public static func table(of platform: Platform) -> [PlatformRow] { tables[platform] ?? [] }

  private static let tables = Dictionary(
    uniqueKeysWithValues: Platform.allCases.map { platform in
      (platform, ServiceDeclaration.all.flatMap { $0.facts[platform]?() ?? [] })
    })
}
