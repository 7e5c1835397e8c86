extension String {
  /// The text without characters that would change the terminal or the direction of the text.
  var printable: String {
    var text = ""
    for scalar in unicodeScalars {
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        text += scalar == "\t" ? " " : "?"
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
