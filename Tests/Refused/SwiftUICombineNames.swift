// refused: cannot find type 'AnyCancellable' in scope
// refused: cannot find 'PassthroughSubject' in scope
// Importing SwiftUI brings ObservableObject and Published, and no other name of Combine.
import SwiftUI

final class Model {
  var subscriptions: Set<AnyCancellable> = []
  let values = PassthroughSubject<Int, Never>()
}
