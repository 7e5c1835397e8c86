/// Something that could not be ported, at a position of the original file.
public struct Diagnostic: Codable, Equatable, Sendable {
  public enum Severity: String, Codable, Sendable { case warning, note }
  public let line: Int
  public let column: Int
  public let severity: Severity
  public let message: String

  public init(line: Int, column: Int, severity: Severity = .warning, message: String) {
    self.line = line
    self.column = column
    self.severity = severity
    self.message = message
  }
}
