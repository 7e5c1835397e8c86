// Empty values for types that only draw, in the place of code that is left out.

extension Color: YobanFoundation.EmptyValue {
  public static func emptyValue() -> Any { Color.clear }
}
extension Text: YobanFoundation.EmptyValue {
  public static func emptyValue() -> Any { Text(verbatim: "") }
}
extension Image: YobanFoundation.EmptyValue {
  public static func emptyValue() -> Any { Image("") }
}
extension Font: YobanFoundation.EmptyValue {
  public static func emptyValue() -> Any { Font.body }
}
extension AnyView: YobanFoundation.EmptyValue {
  public static func emptyValue() -> Any { AnyView(EmptyView()) }
}
