import Foundation
import Testing
import UIKit
import YobanTesting

@testable import YobanFoundation

/// Format strings of predicates: Apple's "Predicate Format String Syntax", and forms that public apps use.
@Suite struct PredicateTests {
  private static let noon = Date(timeIntervalSinceReferenceDate: 43_200)
  nonisolated(unsafe) private static let night: [String: Any] = [
    "name": "Äpfel", "count": 3, "rate": 61.5, "uploaded": false, "start": noon,
    "tags": ["sleep", "watch"], "device": ["model": "Watch", "paired": ["a", "b", "c"]],
    "samples": [["value": 1], ["value": 5], ["value": 9]], "and": 1,
  ]

  struct Row: Sendable, CustomTestStringConvertible {
    let format: String
    nonisolated(unsafe) let arguments: [Any?]
    let expected: Bool
    init(_ format: String, _ arguments: Any?..., is expected: Bool = true) {
      (self.format, self.arguments, self.expected) = (format, arguments, expected)
    }
    var testDescription: String { format }
  }

  @Test(arguments: [
    Row("count == 3"), Row("count = %d", 3), Row("count != 3", is: false), Row("count <> 4"),
    Row("count >= 3 && rate < 62"), Row("count > 3 or rate =< 61.5"),
    Row("NOT count == 3", is: false),
    Row("!(count == 4)"), Row("count BETWEEN {1, 3}"), Row("count BETWEEN %@", [4, 9], is: false),
    Row("uploaded == NO"), Row("uploaded == false AND count > 0"),
    Row("uploaded == %@", NSNumber(value: false)),
    Row("uploaded", is: false), Row("name == 'Äpfel'"), Row("name ==[cd] \"apfel\""),
    Row("name == [c] 'äPFEL'"),
    Row("name BEGINSWITH[d] 'A'"), Row("name endswith 'el'"), Row("name CONTAINS[cd] %@", "PFE"),
    Row("name LIKE '?pf*'"), Row("name LIKE[cd] 'apf??'"), Row("name MATCHES '.*f.l'"),
    Row("name MATCHES 'f.l'", is: false),
    Row("name IN %@", ["Birne", "Äpfel"]), Row("name IN {'x', 'y'}", is: false),
    Row("NOT (name IN %@)", ["x"]),
    Row("count IN %@", Set([1, 2, 3])), Row("start > %@", Date.distantPast),
    Row("start == %@", noon as NSDate),
    Row("start < %@", noon, is: false), Row("missing == nil"), Row("missing == NIL"),
    Row("name != NULL"),
    Row("missing == %@", nil), Row("missing > 3", is: false),
    Row("%K == %@", "device.model", "Watch"),
    Row("%K.%K ==[c] %@", "device", "model", "WATCH"), Row("device.paired.@count == 3"),
    Row("device.paired[SIZE] == 3"),
    Row("tags CONTAINS 'sleep'"), Row("ANY tags == 'watch'"), Row("ALL tags == 'watch'", is: false),
    Row("NONE tags == 'x'"), Row("ANY samples.value > 8"),
    Row("SUBQUERY(samples, $s, $s.value > 4).@count == 2"),
    Row("SUBQUERY(samples, $s, $s.value > %d AND $s.value < 9).@count == 1", 4),
    Row("samples.@sum.value == 15"),
    Row("samples.@max.value = 9"), Row("count + 2 * 3 == 9"), Row("(count + 2) * 3 == 15"),
    Row("count - 1 - 1 == 1"),
    Row("2 ** 3 == 8"), Row("-count == -3"), Row("count > -1"), Row("sum({1, 2, count}) == 6"),
    Row("max:({1, count}) == 3"),
    Row("add:to:(count, 1) == 4"), Row("CAST(start, 'NSNumber') == 43200"),
    Row("start + 60 > %@", noon),
    Row("#and == 1"), Row("TRUEPREDICATE"), Row("FALSEPREDICATE", is: false),
    Row("count == 3 AND (uploaded == YES OR rate > 60)"),
    Row("((count == 3))"), Row("%@ IN tags", "sleep"), Row("SELF.count == 3"), Row("count == 0x3"),
    Row("rate == 6.15e1"),
    Row("TERNARY(count == 3, 1, 2) == 1"), Row("lowercase(name) == 'äpfel'"),
    Row("%lld == count", 3),
  ])
  func `a format is evaluated in memory`(row: Row) {
    let predicate = NSPredicate(
      format: row.format, argumentArray: row.arguments.map { $0 ?? NSNull() })
    #expect(predicate.evaluate(with: Self.night) == row.expected, "\(predicate)")
  }

  @Test(arguments: [
    ("a == 1 and b contains[cd] 'x'", #"a == 1 AND b CONTAINS[cd] "x""#),
    ("(a == 1 OR b == 2) AND c == nil", "(a == 1 OR b == 2) AND c == nil"),
    ("NOT a == 1", "NOT a == 1"), ("any a.b in {1, 2}", "ANY a.b IN {1, 2}"),
    ("SUBQUERY(a, $x, $x.b == 1).@count > 0", "SUBQUERY(a, $x, $x.b == 1).@count > 0"),
    ("a BETWEEN {1, 2}", "a BETWEEN {1, 2}"), ("a == YES", "a == 1"), ("self == 1", "SELF == 1"),
  ])
  func `a predicate has the text of its format`(format: String, text: String) {
    let predicate = NSPredicate(format: format)
    #expect(predicate.predicateFormat == text)
    #expect(NSPredicate(format: text) == predicate, "the text is a format, too")
  }

  @Test func `a format gives the class of its predicate`() throws {
    let comparison = try #require(NSPredicate(format: "a.b > %d", 4) as? FormatComparison)
    #expect(comparison.leftExpression.keyPath == "a.b")
    #expect(comparison.rightExpression.constantValue as? Int == 4)
    #expect(comparison.predicateOperatorType == .greaterThan)
    let compound = try #require(
      NSPredicate(format: "a == 1 OR b == 2 OR c == 3") as? NSCompoundPredicate)
    #expect(compound.compoundPredicateType == .or)
    #expect(compound.subpredicates.count == 3)
  }

  @Test func `variables get their values later`() {
    let template = NSPredicate(format: "name == $NAME AND count > $COUNT")
    let predicate = template.withSubstitutionVariables(["NAME": "Äpfel", "COUNT": 2])
    #expect(predicate.predicateFormat == #"name == "Äpfel" AND count > 2"#)
    #expect(predicate.evaluate(with: Self.night))
    #expect(
      template.evaluate(with: Self.night, substitutionVariables: ["NAME": "x", "COUNT": 2]) == false
    )
  }

  @Test func `Foundation takes the predicates`() {
    let foundation: Foundation.NSPredicate = NSPredicate(format: "count == 3")
    #expect(foundation.evaluate(with: Self.night))
    let list: NSArray = [["a": 1], ["a": 2]]
    #expect(list.filtered(using: NSPredicate(format: "a > 1")).count == 1)
    let both = NSCompoundPredicate(andPredicateWithSubpredicates: [
      foundation, NSPredicate { _, _ in false },
    ])
    #expect(both.evaluate(with: Self.night) == false)
  }

  @Test func `a sort descriptor reads keys, and nil comes first`() {
    let list: NSArray = [["n": "b"], ["x": 1], ["n": "A"], ["n": "a"]]
    func names(_ descriptor: NSSortDescriptor) -> [String] {
      list.sortedArray(using: [descriptor]).map { ($0 as? [String: Any])?["n"] as? String ?? "-" }
    }
    #expect(names(NSSortDescriptor(key: "n", ascending: true)) == ["-", "A", "a", "b"])
    #expect(names(NSSortDescriptor(key: "n", ascending: false)) == ["b", "a", "A", "-"])
    let ignoringCase = NSSortDescriptor(
      key: "n", ascending: true, selector: Selector("localizedCaseInsensitiveCompare:"))
    #expect(names(ignoringCase) == ["-", "A", "a", "b"])
  }

  private final class Car: NSObject {
    let year: Int?
    init(_ year: Int?) { self.year = year }
  }

  @Test func `a sort descriptor has a key path to an optional value, too`() {
    let descriptor = NSSortDescriptor(keyPath: \Car.year, ascending: true)
    let sorted = ([Car(3), Car(nil), Car(1)] as NSArray).sortedArray(using: [descriptor])
    #expect(sorted.map { ($0 as? Car)?.year } == [nil, 1, 3])
    #expect(descriptor.key == "year")
    let reversed = descriptor.reversedSortDescriptor as? NSSortDescriptor
    #expect(reversed?.compare(Car(nil), to: Car(1)) == .orderedDescending)
  }

  @Test(arguments: [
    ("\\Car.maker?.name", "Car", ["maker", "name"]), ("\\Outer.Car.name", "Outer.Car", ["name"]),
    (
      "\\Car.<computed 0x5607 (Optional<Maker>)>?.<computed 0x56a0 (Optional<String>)>", "Car",
      ["<computed 0x5607 (Optional<Maker>)>", "<computed 0x56a0 (Optional<String>)>"]
    ), ("\\Car.owner!.age", "Car", ["owner", "age"]),
  ])
  func `the parts of a printed key path are found`(
    _ text: String, _ root: String, _ parts: [String]
  ) {
    #expect(KeyPathNames.components(of: text, root: root) == parts)
  }
}
