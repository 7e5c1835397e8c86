public import Combine
// As on Apple's systems, importing SwiftUI also imports UIKit and Observation. Of Combine, it brings only the
// two names that Apple's Foundation has: everything else needs `import Combine`, as in Xcode.
@_exported import Observation
@_exported import UIKit

public typealias ObservableObject = Combine.ObservableObject
public typealias Published = Combine.Published
