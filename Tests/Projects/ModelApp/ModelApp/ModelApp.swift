import SwiftData
import SwiftUI

/// An app that keeps nights with samples in SwiftData.
@main struct ModelApp: App {
  var body: some Scene {
    WindowGroup { NightsView() }
      .modelContainer(for: Night.self)
  }
}

struct NightsView: View {
  @Environment(\.modelContext) private var context
  @Query(sort: \Night.name, order: .reverse) private var nights: [Night]
  @Query(filter: #Predicate<Sample> { $0.value > 1 }, sort: [SortDescriptor(\Sample.number)])
  private var large: [Sample]
  @State private var others = ""

  var body: some View {
    List(nights) { night in
      Text(night.title)
      Text(
        "\(night.quality.rawValue) \(night.place?.room ?? "nowhere") \(night.tags.joined(separator: "+"))"
      )
    }
    Text("large: \(large.map { "\($0.number)" }.joined(separator: ","))")
    Text(others)
    Button("Add night") {
      let night = Night(name: "night \(nights.count + 1)", place: Place(room: "attic", floor: 3))
      night.tags = ["new"]
      context.insert(night)
    }
    Button("Add sample") {
      let sample = Sample(number: large.count * 10 + 1, value: 2)
      nights.first?.samples.append(sample)
      nights.first?.quality = .poor
    }
    Button("Same name") { context.insert(Night(name: "night 1")) }
    Button("Remove last") { nights.first.map(context.delete) }
    Button("Save") { try? context.save() }
    Button("Read") {
      let reader = NightReader(modelContainer: context.container)
      Task { others = "read: \(((try? await reader.names()) ?? []).joined(separator: ","))" }
    }
  }
}
