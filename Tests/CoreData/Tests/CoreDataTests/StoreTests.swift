import CoreData
import Testing
import YobanTesting

/// What is stored comes back: values, relationships, fetches.
@MainActor @Suite struct StoreTests {
  private func file() -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).sqlite")
  }

  @Test func `every type of attribute comes back from a file`() throws {
    let url = file()
    let values: [String: Any] = [
      "name": "Äpfel", "start": Date(timeIntervalSinceReferenceDate: 1234.5), "count": Int64.max,
      "rate": 61.25, "done": true, "id": UUID(), "data": Data([1, 2, 3]),
      "price": NSDecimalNumber(string: "12.345678901234567"),
      "link": URL(string: "https://example.com/a")!,
      "list": ["a", "b"],
    ]
    do {
      let container = try Models.container(at: url)
      _ = container.viewContext.insert("Night", values)
      try container.viewContext.save()
    }
    let context = try Models.container(at: url).viewContext
    let night = try #require(
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Night")).first)
    #expect(night.isFault)
    for (key, value) in values {
      let stored = night.value(forKey: key)
      #expect((stored as? NSObject)?.isEqual(value) == true, "\(key): \(stored ?? "nil")")
    }
    #expect(night.isFault == false)
    #expect(night.value(forKey: "count") as? Int == Int(Int64.max))
    #expect(night.value(forKey: "done") as? Bool == true)
  }

  @Test func `both sides of a relationship change, and come back`() throws {
    let url = file()
    do {
      let context = try Models.container(at: url).viewContext
      let night = context.insert("Night", ["name": "one"])
      let samples = (1...3).map { context.insert("Sample", ["value": Double($0), "night": night]) }
      #expect((night.value(forKey: "samples") as? Set<NSManagedObject>)?.count == 3)
      samples[0].setValue(nil, forKey: "night")
      #expect((night.value(forKey: "samples") as? Set<NSManagedObject>)?.count == 2)
      let tag = context.insert("Tag", ["word": "good"])
      night.mutableSetValue(forKey: "tags").add(tag)
      #expect((tag.value(forKey: "nights") as? NSSet)?.count == 1)
      try context.save()
      #expect(night.objectID.isTemporaryID == false)
    }
    let context = try Models.container(at: url).viewContext
    let night = try #require(
      try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Night")).first)
    #expect((night.value(forKeyPath: "samples.@sum.value") as? Double) == 5)
    let words = (night.value(forKeyPath: "tags.word") as? [Any])?.compactMap { $0 as? String }
    #expect(words == ["good"])
    context.delete(night)
    try context.save()
    #expect(
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Sample")) == 1, "cascade")
    #expect(
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Tag")) == 1, "nullify")
  }

  private func fill(_ context: NSManagedObjectContext) throws {
    let good = context.insert("Tag", ["word": "good"])
    let bad = context.insert("Tag", ["word": "bad"])
    for (number, name) in ["Äpfel", "birne", "Clementine", "dattel"].enumerated() {
      let night = context.insert(
        "Night",
        [
          "name": name, "count": number, "done": number % 2 == 0,
          "start": Date(timeIntervalSinceReferenceDate: Double(number) * 100),
        ])
      if number > 0 { night.setValue(Double(number) / 2, forKey: "rate") }
      for value in 0..<number {
        _ = context.insert("Sample", ["value": Double(value), "night": night])
      }
      night.setValue(NSSet(array: number == 3 ? [bad] : number == 0 ? [] : [good]), forKey: "tags")
    }
  }

  struct Row: Sendable, CustomTestStringConvertible {
    let format: String
    nonisolated(unsafe) let arguments: [Any]
    let expected: String
    init(_ format: String, _ arguments: Any..., is expected: String) {
      (self.format, self.arguments, self.expected) = (format, arguments, expected)
    }
    var testDescription: String { format }
  }

  /// The same predicates in the store, in unsaved objects, and in a mixture.
  @Test(arguments: [
    Row("count > 1", is: "Cd"), Row("count == %d", 2, is: "C"),
    Row("count IN %@", [0, 3], is: "dÄ"),
    Row("count BETWEEN {1, 2}", is: "Cb"), Row("name ==[cd] 'apfel'", is: "Ä"),
    Row("name BEGINSWITH[c] 'c'", is: "C"),
    Row("name CONTAINS 'tt'", is: "d"), Row("name LIKE '*e'", is: "Cb"),
    Row("name MATCHES '[a-z]+'", is: "bd"),
    Row("done == YES", is: "CÄ"), Row("done == NO AND count > 1", is: "d"),
    Row("rate == nil", is: "Ä"),
    Row("rate != nil AND rate < 1", is: "b"), Row("NOT (count > 0)", is: "Ä"),
    Row("start >= %@", Date(timeIntervalSinceReferenceDate: 200), is: "Cd"),
    Row("samples.@count > 1", is: "Cd"), Row("ANY samples.value > 1", is: "d"),
    Row("ANY tags.word == 'bad'", is: "d"),
    Row("tags.@count == 0", is: "Ä"),
    Row("SUBQUERY(samples, $s, $s.value >= 1).@count == 1", is: "C"),
    Row("samples.@max.value == 2", is: "d"), Row("count + 1 == 2", is: "b"),
    Row("TRUEPREDICATE", is: "CbdÄ"),
    Row("FALSEPREDICATE", is: ""), Row("name IN {'birne', 'x'}", is: "b"),
    Row("%K == %@", "name", "birne", is: "b"),
    Row("count < 1 OR count > 2", is: "dÄ"), Row("ALL samples.value < 1", is: "bÄ"),
    Row("NONE tags.word == 'good'", is: "dÄ"),
  ])
  func `a predicate has the same result in the store and in memory`(row: Row) throws {
    func initials(_ context: NSManagedObjectContext) throws -> String {
      String(try context.names(row.format, row.arguments).compactMap(\.first).sorted())
    }
    let expected = String(row.expected.sorted())
    let saved = try Models.container()
    try fill(saved.viewContext)
    #expect(try initials(saved.viewContext) == expected, "unsaved")
    try saved.viewContext.save()
    #expect(try initials(saved.newBackgroundContext().alone()) == expected, "stored")
  }

  @Test func `sorting, limits, counts, identities and dictionaries`() throws {
    let container = try Models.container()
    let context = container.viewContext
    try fill(context)
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Night")
    request.sortDescriptors = [NSSortDescriptor(key: "count", ascending: false)]
    request.fetchLimit = 2
    request.fetchOffset = 1
    #expect(try context.fetch(request).map { $0.value(forKey: "count") as? Int } == [2, 1])
    let all = NSFetchRequest<NSFetchRequestResult>(entityName: "Night")
    #expect(try context.count(for: all) == 4)
    let byCase = try context.names(sort: "name")
    #expect(byCase == ["Clementine", "birne", "dattel", "Äpfel"])
    all.resultType = .dictionaryResultType
    let sum = NSExpressionDescription()
    sum.name = "total"
    sum.expression = NSExpression(
      forFunction: "sum:", arguments: [NSExpression(forKeyPath: "count")])
    sum.expressionResultType = .integer64AttributeType
    all.propertiesToFetch = ["done", sum]
    all.propertiesToGroupBy = ["done"]
    all.sortDescriptors = [NSSortDescriptor(key: "done", ascending: true)]
    let rows = try #require(try context.fetch(all) as? [[String: Any]])
    #expect(rows.map { $0["total"] as? Int } == [4, 2])
    #expect(rows.map { $0["done"] as? Bool } == [false, true])
  }

  @Test func `a save that is not valid writes nothing and names the property`() throws {
    let container = try Models.container()
    let context = container.viewContext
    _ = context.insert("Night", ["count": 1])
    let error = #expect(throws: NSError.self) { try context.save() }
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error?.code == NSValidationMissingMandatoryPropertyError)
    #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "name")
    #expect(context.hasChanges)
    #expect(try container.newBackgroundContext().alone().names().isEmpty)
  }
}

extension NSManagedObjectContext {
  /// A context that a test uses on its own thread.
  func alone() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .mainQueueConcurrencyType)
    context.persistentStoreCoordinator = persistentStoreCoordinator
    return context
  }
}
