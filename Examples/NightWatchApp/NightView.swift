import SwiftUI
import Yoban

/// The app's only screen: start and stop, what is recorded and sent, gaps and problems.
struct NightView: View {
  var night: Night
  @Environment(\.scenePhase) private var phase

  var body: some View {
    List {
      if let obstacle = night.obstacle { Text(obstacle) }
      if let range = night.range {
        Text("Recording")
        LabeledContent("Until", value: range.upperBound.formatted(date: .omitted, time: .shortened))
        Button("Stop", role: .destructive) { night.stop() }
        LabeledContent("Samples", value: night.samples.formatted())
      } else {
        Text("Not recording")
        Button("Start") { night.start() }
          .disabled(night.obstacle != nil)
      }
      LabeledContent("Waiting", value: (night.relay.waiting + night.relay.onTheLink).formatted())
      LabeledContent("At the collector", value: night.relay.atServer.formatted())
      if night.gaps.count > 0 {
        LabeledContent("Gaps", value: night.gaps.count.formatted())
        Text(night.gaps.last)
      }
      if let problem = night.problem { Text(problem) }
    }
    // The numbers change all the time; nobody reads them while the wrist is down.
    .task(id: phase) {
      if phase == .active { night.becameActive() }
      while phase == .active, !Task.isCancelled {
        night.refresh()
        try? await Task.sleep(for: .seconds(1))
      }
    }
  }
}
