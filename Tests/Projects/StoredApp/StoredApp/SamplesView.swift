import SwiftUI

/// Shows the samples with a large value, the newest first. The file does not import Core Data, as on a device.
struct SamplesView: View {
  @Environment(\.managedObjectContext) private var context
  @FetchRequest(
    sortDescriptors: [SortDescriptor(\Sample.number, order: .reverse)],
    predicate: NSPredicate(format: "value > 0.6"))
  private var samples: FetchedResults<Sample>
  @SectionedFetchRequest(
    sectionIdentifier: \Sample.size, sortDescriptors: [SortDescriptor(\Sample.number)])
  private var sections: SectionedFetchResults<String, Sample>

  var body: some View {
    Text("newest: \(samples.map { "\($0.number)" }.joined(separator: " "))")
    ForEach(sections) { section in
      Text("\(section.id): \(section.map { "\($0.number)" }.joined(separator: " "))")
    }
    Button("Reset") { context.rollback() }
  }
}
