import Testing

@testable import YobanPorting

@Suite struct AssetSymbolsTests {
  static let names: [(name: String, kind: AssetSymbols.Kind, symbol: String)] = [
    ("AccentColor", .color, "accent"), ("Night Sky", .color, "nightSky"),
    ("night-sky_2", .color, "nightSky2"), ("Color", .color, "color"), ("logoImage", .image, "logo"),
    ("ColorImage", .color, "colorImage"), ("URLIcon", .image, "urlIcon"), ("1st", .image, "_1st"),
    ("airGuardBlue", .color, "airGuardBlue"), ("Größe", .image, "größe"), ("BLE", .image, "ble"),
    ("--", .image, "_"),
  ]

  @Test(arguments: names.indices)
  func `an asset's name becomes that of a variable`(_ row: Int) {
    let row = Self.names[row]
    #expect(AssetSymbols.symbol(row.name, row.kind) == row.symbol)
  }

  private static let assets: [AssetSymbols.Asset] = [
    .init(.color, "NightSky"), .init(.color, "Red"), .init(.color, "own"), .init(.color, "case"),
    .init(.color, "Dark", namespace: ["My Theme"]), .init(.image, "Logo"),
  ]

  private func text(_ extent: AssetSymbols.Extent, _ modules: Set<String>) -> String {
    AssetSymbols(Self.assets, extent: extent, modules: modules, declared: ["own"]).text
  }

  @Test func `colors and images are resources, within their namespaces`() {
    #expect(
      text(.resources, ["UIKit"]) == """

        // The names that Xcode generates for the asset catalogs.
        import UIKit

        extension ColorResource {
          nonisolated static let nightSky = ColorResource(name: "NightSky", bundle: .main)
          nonisolated static let red = ColorResource(name: "Red", bundle: .main)
          nonisolated static let own = ColorResource(name: "own", bundle: .main)
          nonisolated static let `case` = ColorResource(name: "case", bundle: .main)
          enum MyTheme {
            nonisolated static let dark = ColorResource(name: "My Theme/Dark", bundle: .main)
          }
        }

        extension ImageResource {
          nonisolated static let logo = ImageResource(name: "Logo", bundle: .main)
        }

        """)
  }

  @Test func `extensions leave out what UIKit or the app declares`() {
    let text = text(.extensions, ["UIKit", "SwiftUI"])
    let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
    #expect(
      lines.filter { $0.contains(" static var ") } == [
        "nonisolated static var nightSky: UIKit.UIColor { UIKit.UIColor(resource: ColorResource.nightSky) }",
        "nonisolated static var `case`: UIKit.UIColor { UIKit.UIColor(resource: ColorResource.`case`) }",
        "nonisolated static var dark: UIKit.UIColor { UIKit.UIColor(resource: ColorResource.MyTheme.dark) }",
        "nonisolated static var nightSky: SwiftUI.Color { SwiftUI.Color(ColorResource.nightSky) }",
        "nonisolated static var `case`: SwiftUI.Color { SwiftUI.Color(ColorResource.`case`) }",
        "nonisolated static var dark: SwiftUI.Color { SwiftUI.Color(ColorResource.MyTheme.dark) }",
        "nonisolated static var nightSky: SwiftUI.Color { .init(ColorResource.nightSky) }",
        "nonisolated static var `case`: SwiftUI.Color { .init(ColorResource.`case`) }",
        "nonisolated static var logo: UIKit.UIImage { UIKit.UIImage(resource: ImageResource.logo) }",
      ])
  }

  static let nothing: [(AssetSymbols.Extent, Set<String>)] = [
    (.none, ["UIKit"]), (.extensions, ["Foundation"]),
  ]

  @Test(arguments: nothing)
  func `nothing is declared without a need or a module for it`(
    _ extent: AssetSymbols.Extent, _ modules: Set<String>
  ) {
    #expect(text(extent, modules) == "")
  }
}
