// refused: may have additional unknown values
// The alignments of a text can grow, as every enumeration that Apple imports from Objective-C.
import UIKit

func words(_ alignment: NSTextAlignment) -> String {
  switch alignment {
  case .left: "left"
  case .center: "center"
  case .right: "right"
  case .justified: "justified"
  case .natural: "natural"
  }
}
