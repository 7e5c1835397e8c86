/// Something that could not be ported, at a position of the original file.
public struct Diagnostic: Codable, Equatable, Sendable {
  public enum Severity: String, Codable, Sendable { case warning, note }

  /// Code of the app that the ported file does not have.
  public struct Loss: Codable, Equatable, Sendable {
    public enum Kind: String, Codable, Sendable {
      case declaration, statement, attribute
      case conditionalCode = "conditional code"
    }
    public let kind: Kind
    /// The last line of the code in the original file.
    public let lastLine: Int
    /// The number of functions, accessors and initializers that the ported file lacks.
    public let functions: Int
  }

  public let line: Int
  public let column: Int
  public let severity: Severity
  public let message: String
  /// The code that is lost; nil if none is.
  public let loss: Loss?

  public init(
    line: Int, column: Int, severity: Severity = .warning, message: String, loss: Loss? = nil
  ) {
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
    self.loss = loss
  }
}
