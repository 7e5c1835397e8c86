/// An error of `yoban init` that the user can correct: it says what is wrong and what to do.
public struct InitError: Error, Hashable, CustomStringConvertible {
  public var description: String

  public init(_ description: String) { self.description = description }
}
