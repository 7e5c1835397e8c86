// refused: 'ScenePhase' may have additional unknown values
// refused: 'ColorScheme' may have additional unknown values
// refused: 'ControlSize' may have additional unknown values
// refused: 'Font.Design' may have additional unknown values
// refused: 'Font.TextStyle' may have additional unknown values
// refused: 'NavigationBarItem.TitleDisplayMode' may have additional unknown values
// refused: 'GridItem.Size' may have additional unknown values
// refused: 'Color.RGBColorSpace' may have additional unknown values
// refused: 'Image.ResizingMode' may have additional unknown values
// Apple's enumerations can grow: an exhaustive switch needs `@unknown default`.
import SwiftUI

func words(_ phase: ScenePhase) -> String {
  switch phase {
  case .background: "background"
  case .inactive: "inactive"
  case .active: "active"
  }
}

func isDark(_ scheme: ColorScheme) -> Bool {
  switch scheme {
  case .light: false
  case .dark: true
  }
}

func points(_ size: ControlSize) -> Int {
  switch size {
  case .mini, .small: 10
  case .regular: 12
  case .large, .extraLarge: 14
  }
}

func isDefault(_ design: Font.Design) -> Bool {
  switch design {
  case .default: true
  case .serif, .rounded, .monospaced: false
  }
}

func isTitle(_ style: Font.TextStyle) -> Bool {
  switch style {
  case .largeTitle, .title, .title2, .title3: true
  case .headline, .subheadline, .body, .callout, .footnote, .caption, .caption2: false
  }
}

func isLarge(_ mode: NavigationBarItem.TitleDisplayMode) -> Bool {
  switch mode {
  case .automatic, .inline: false
  case .large: true
  }
}

func isFixed(_ size: GridItem.Size) -> Bool {
  switch size {
  case .fixed: true
  case .flexible, .adaptive: false
  }
}

func isLinear(_ space: Color.RGBColorSpace) -> Bool {
  switch space {
  case .sRGBLinear: true
  case .sRGB, .displayP3: false
  }
}

func isTiled(_ mode: Image.ResizingMode) -> Bool {
  switch mode {
  case .tile: true
  case .stretch: false
  }
}
