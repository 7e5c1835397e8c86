@_exported import YobanFoundation

// Foundation on Linux has these classes, too, and they can do nothing.
public typealias NSExpression = FormatExpression
public typealias NSComparisonPredicate = FormatComparison
