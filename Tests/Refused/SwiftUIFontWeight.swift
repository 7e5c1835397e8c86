// refused: switch must be exhaustive
// refused: type 'Font.Weight' has no member 'allCases'
// The weights are constants of a structure.
import SwiftUI

func isLight(_ weight: Font.Weight) -> Bool {
  switch weight {
  case .ultraLight, .thin, .light: true
  case .regular, .medium, .semibold, .bold, .heavy, .black: false
  }
}

let weights = Font.Weight.allCases
