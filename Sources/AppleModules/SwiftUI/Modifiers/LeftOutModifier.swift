nonisolated extension View {
  /// The place of a modifier that does not compile on Linux. The trace says once in each launch that it is left out.
  /// `YobanPort` writes calls of it.
  public func yobanModifier(_ place: String, _ reason: String) -> Self {
    yobanSkip(place, reason, remedy: "The view is shown without this modifier.")
    return self
  }
}
