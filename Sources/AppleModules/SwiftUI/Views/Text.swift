/// A text.
public nonisolated struct Text: Equatable, Sendable {
  enum Content: Equatable, Sendable {
    case string(String)
    case date(Date, DateStyle)
    case interval(ClosedRange<Date>)
    indirect case joined(Text, Text)
  }

  let content: Content

  init(_ content: Content) { self.content = content }

  public init(verbatim content: String) { self.content = .string(content) }

  @_disfavoredOverload public init<S: StringProtocol>(_ content: S) {
    self.content = .string(String(content))
  }

  public init(
    _ key: LocalizedStringKey, tableName: String? = nil, bundle: Bundle? = nil,
    comment: StaticString? = nil
  ) {
    content = .string(key.text(table: tableName, bundle: bundle))
  }

  @_disfavoredOverload public init(_ resource: LocalizedStringResource) {
    content = .string(String(localized: resource))
  }

  @_disfavoredOverload public init(_ attributedContent: AttributedString) {
    content = .string(String(attributedContent.characters))
  }

  public init<F: FormatStyle>(_ input: F.FormatInput, format: F)
  where F.FormatInput: Equatable, F.FormatOutput == String {
    content = .string(format.format(input))
  }

  public init(_ image: Image) { content = .string("") }

  public init(_ date: Date, style: Text.DateStyle) { content = .date(date, style) }
  public init(_ dates: ClosedRange<Date>) { content = .interval(dates) }

  /// A timer that counts in the interval. The text is the one at the time when the screen is read.
  public init(
    timerInterval: ClosedRange<Date>, pauseTime: Date? = nil, countsDown: Bool = true,
    showsHours: Bool = true
  ) {
    let now = min(max(pauseTime ?? Date(), timerInterval.lowerBound), timerInterval.upperBound)
    let seconds =
      countsDown
      ? timerInterval.upperBound.timeIntervalSince(now)
      : now.timeIntervalSince(timerInterval.lowerBound)
    content = .string(DateStyle.clock(seconds, showsHours: showsHours))
  }

  public static func + (a: Text, b: Text) -> Text { Text(.joined(a, b)) }

  /// The text at the current time.
  func text(_ environment: EnvironmentValues) -> String {
    switch content {
    case .string(let string): string
    case .date(let date, let style): style.text(date, environment)
    case .interval(let dates):
      Text(dates.lowerBound, style: .time).text(environment) + " – "
        + Text(dates.upperBound, style: .time).text(environment)
    case .joined(let a, let b): a.text(environment) + b.text(environment)
    }
  }
}

extension Text: View, PrimitiveNode {
  public typealias Body = Never

  @MainActor func update(_ node: Node) {}

  @MainActor func show(_ node: Node, on screen: inout Screen) {
    let text = text(node.environment)
    guard !text.isEmpty else { return }
    screen.elements.append(ScreenElement("text", names: [text], texts: [text]))
  }
}

extension Text {
  /// The form of a date in a text, which is computed when the screen is read.
  public struct DateStyle: Equatable, Sendable {
    enum Kind { case time, date, relative, offset, timer }
    let kind: Kind

    public static let time = DateStyle(kind: .time)
    public static let date = DateStyle(kind: .date)
    public static let relative = DateStyle(kind: .relative)
    public static let offset = DateStyle(kind: .offset)
    public static let timer = DateStyle(kind: .timer)

    func text(_ date: Date, _ environment: EnvironmentValues) -> String {
      let seconds = date.timeIntervalSinceNow
      switch kind {
      case .time:
        return date.formatted(Self.format(environment).hour().minute())
      case .date:
        return date.formatted(Self.format(environment).year().month(.wide).day())
      case .relative: return Self.units(abs(seconds))
      case .offset: return (seconds < 0 ? "+" : "-") + Self.units(abs(seconds), count: 1)
      case .timer: return Self.clock(abs(seconds), showsHours: true)
      }
    }

    private static func format(_ environment: EnvironmentValues) -> Date.FormatStyle {
      Date.FormatStyle(
        locale: environment.locale, calendar: environment.calendar,
        timeZone: environment.timeZone)
    }

    /// The two largest units, such as `2 hr, 5 min`.
    private static func units(_ seconds: TimeInterval, count: Int = 2) -> String {
      let whole = Int(seconds)
      let parts = [
        (whole / 86_400, "day"), (whole / 3600 % 24, "hr"), (whole / 60 % 60, "min"),
        (whole % 60, "sec"),
      ].drop { $0.0 == 0 }
      let shown = parts.isEmpty ? [(0, "sec")] : Array(parts.prefix(count))
      return shown.filter { $0.0 > 0 || shown.count == 1 }.map { value, unit in
        "\(value) \(unit)\(unit == "day" && value != 1 ? "s" : "")"
      }.joined(separator: ", ")
    }

    static func clock(_ seconds: TimeInterval, showsHours: Bool) -> String {
      let whole = Int(seconds.rounded())
      func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
      return whole >= 3600 && showsHours
        ? "\(whole / 3600):\(two(whole / 60 % 60)):\(two(whole % 60))"
        : "\(whole / 60):\(two(whole % 60))"
    }
  }
}
