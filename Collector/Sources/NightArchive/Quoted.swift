extension String {
  /// The text in quotation marks; those within it are doubled, as SQL and CSV have it.
  func quoted(in mark: Unicode.Scalar = "\"") -> String {
    var result = String(mark)
    // A mark together with a combining character is a `Character` of its own, so scalars are compared.
    for scalar in unicodeScalars {
      if scalar == mark { result.unicodeScalars.append(mark) }
      result.unicodeScalars.append(scalar)
    }
    return result + String(mark)
  }
}
