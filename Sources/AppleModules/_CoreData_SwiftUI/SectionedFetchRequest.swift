public import CoreData
public import SwiftUI

/// The objects that a view shows in sections. It fetches them again when something changes in the context.
///
/// Sort by what the sections are made of: a section ends with the first object that belongs to another one.
@MainActor @preconcurrency @propertyWrapper
public struct SectionedFetchRequest<SectionIdentifier: Hashable, Result: NSFetchRequestResult>:
  DynamicProperty
{
  /// The parts of its fetch that a view can change.
  public struct Configuration {
    public var sectionIdentifier: KeyPath<Result, SectionIdentifier>
    public var nsSortDescriptors: [NSSortDescriptor]
    public var nsPredicate: NSPredicate?
  }

  private var request: FetchRequest<Result>
  @StateObject private var sections: SectionState<SectionIdentifier, Result>

  private init(
    _ request: FetchRequest<Result>, _ sectionIdentifier: KeyPath<Result, SectionIdentifier>
  ) {
    self.request = request
    _sections = StateObject(wrappedValue: SectionState(sectionIdentifier))
  }

  public init(
    fetchRequest: NSFetchRequest<Result>, sectionIdentifier: KeyPath<Result, SectionIdentifier>,
    animation: Animation? = nil
  ) {
    self.init(FetchRequest(fetchRequest: fetchRequest, animation: animation), sectionIdentifier)
  }

  public init(
    entity: NSEntityDescription, sectionIdentifier: KeyPath<Result, SectionIdentifier>,
    sortDescriptors: [NSSortDescriptor], predicate: NSPredicate? = nil, animation: Animation? = nil
  ) {
    self.init(
      FetchRequest(
        entity: entity, sortDescriptors: sortDescriptors, predicate: predicate, animation: animation
      ), sectionIdentifier)
  }

  public init(
    sectionIdentifier: KeyPath<Result, SectionIdentifier>, sortDescriptors: [NSSortDescriptor],
    predicate: NSPredicate? = nil, animation: Animation? = nil
  ) where Result: NSManagedObject {
    self.init(
      FetchRequest(sortDescriptors: sortDescriptors, predicate: predicate, animation: animation),
      sectionIdentifier)
  }

  public init(
    sectionIdentifier: KeyPath<Result, SectionIdentifier>,
    sortDescriptors: [SortDescriptor<Result>], predicate: NSPredicate? = nil,
    animation: Animation? = nil
  ) where Result: NSManagedObject {
    self.init(
      FetchRequest(sortDescriptors: sortDescriptors, predicate: predicate, animation: animation),
      sectionIdentifier)
  }

  public var wrappedValue: SectionedFetchResults<SectionIdentifier, Result> {
    SectionedFetchResults(results: request.wrappedValue, state: sections)
  }

  public var projectedValue: Binding<Configuration> {
    let (results, sections) = (request.wrappedValue, sections)
    return Binding {
      Configuration(
        sectionIdentifier: sections.identifier, nsSortDescriptors: results.nsSortDescriptors,
        nsPredicate: results.nsPredicate)
    } set: {
      sections.identifier = $0.sectionIdentifier
      results.nsSortDescriptors = $0.nsSortDescriptors
      results.nsPredicate = $0.nsPredicate
    }
  }

  nonisolated public mutating func update() { request.update() }
}

/// The property of the objects by which a view forms its sections.
@MainActor final class SectionState<SectionIdentifier: Hashable, Result>: ObservableObject {
  @Published var identifier: KeyPath<Result, SectionIdentifier>
  init(_ identifier: KeyPath<Result, SectionIdentifier>) { self.identifier = identifier }
}

/// The sections of a fetch.
@MainActor @preconcurrency
public struct SectionedFetchResults<SectionIdentifier: Hashable, Result: NSFetchRequestResult> {
  /// The objects of one section.
  public struct Section: Identifiable, RandomAccessCollection {
    public let id: SectionIdentifier
    private var objects: [Result]

    init(_ id: SectionIdentifier, _ first: Result) { (self.id, objects) = (id, [first]) }

    mutating func append(_ object: Result) { objects.append(object) }

    public var startIndex: Int { objects.startIndex }
    public var endIndex: Int { objects.endIndex }
    public subscript(position: Int) -> Result { objects[position] }
  }

  let results: FetchedResults<Result>
  let state: SectionState<SectionIdentifier, Result>
  private let sections: [Section]

  init(results: FetchedResults<Result>, state: SectionState<SectionIdentifier, Result>) {
    (self.results, self.state) = (results, state)
    var sections: [Section] = []
    for index in results.startIndex..<results.endIndex {
      let object = results[index]
      let id = object[keyPath: state.identifier]
      if sections.last?.id == id {
        sections[sections.count - 1].append(object)
      } else {
        sections.append(Section(id, object))
      }
    }
    self.sections = sections
  }

  public var sectionIdentifier: KeyPath<Result, SectionIdentifier> {
    get { state.identifier }
    nonmutating set { state.identifier = newValue }
  }
  public var nsPredicate: NSPredicate? {
    get { results.nsPredicate }
    nonmutating set { results.nsPredicate = newValue }
  }
  public var nsSortDescriptors: [NSSortDescriptor] {
    get { results.nsSortDescriptors }
    nonmutating set { results.nsSortDescriptors = newValue }
  }
}

extension SectionedFetchResults: @MainActor RandomAccessCollection {
  public var startIndex: Int { sections.startIndex }
  public var endIndex: Int { sections.endIndex }
  public subscript(position: Int) -> Section { sections[position] }
}
