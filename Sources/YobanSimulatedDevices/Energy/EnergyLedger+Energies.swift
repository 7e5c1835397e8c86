import YobanVirtualTime

extension EnergyLedger {
  /// Returns the energy of each cause between two times, without an order.
  ///
  /// A transfer counts where it ends, with the time for which its radio stays on.
  func energies(
    from start: VirtualInstant, to end: VirtualInstant, _ figures: EnergyFigures
  ) -> [EnergyEstimate.Cause] {
    var sum = Sum()
    addPeriods(from: start, to: end, figures, to: &sum)
    for radio in BatteryRadio.allCases {
      addBursts(of: radio, from: start, to: end, figures, to: &sum)
    }
    for found in discoveries where found.at >= start && found.at < end {
      sum.add(
        Double(found.count) * figures.discovery, found.app, "Bluetooth: results of a filtered scan")
    }
    return sum.causes
  }

  /// A sum for each cause, in the order in which the causes were first added.
  private struct Sum {
    private struct Key: Hashable {
      let app: String?
      let name: String
    }

    private var places: [Key: Int] = [:]
    private var order: [Key] = []
    private var millijoules: [Double] = []

    mutating func add(_ energy: Double, _ app: String?, _ name: String) {
      guard energy > 0 else { return }
      let key = Key(app: app, name: name)
      if let place = places[key] {
        millijoules[place] += energy
      } else {
        places[key] = order.endIndex
        order.append(key)
        millijoules.append(energy)
      }
    }

    var causes: [EnergyEstimate.Cause] {
      zip(order, millijoules).map {
        EnergyEstimate.Cause(app: $0.app, name: $0.name, milliwattHours: $1 / 3600)
      }
    }
  }

  private func addPeriods(
    from start: VirtualInstant, to end: VirtualInstant, _ figures: EnergyFigures,
    to sum: inout Sum
  ) {
    forEachPeriod(from: start, to: end) { from, to, uses in
      let seconds = (to - from).seconds
      var wanted = [Double](repeating: 0, count: EnergyConsumer.allCases.count)
      for use in uses { wanted[use.consumer.rawValue] += use.level }
      for use in uses where use.level > 0 {
        let all = wanted[use.consumer.rawValue]
        let share = use.level / all * min(all, use.consumer.limit)
        sum.add(figures.power(of: use.consumer) * share * seconds, use.app, use.cause)
      }
    }
  }

  /// Adds the transfers over one radio. A radio that is still on need not be woken, and its time after a transfer
  /// ends when the next one begins (EN4).
  private func addBursts(
    of radio: BatteryRadio, from start: VirtualInstant, to end: VirtualInstant,
    _ figures: EnergyFigures, to sum: inout Sum
  ) {
    guard let figure = figures.radios[radio] else { return }
    let bursts = bursts.enumerated().filter { $0.element.radio == radio }
      .sorted { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }.map(\.element)
    let name = radio.inWords
    var busyUntil: VirtualInstant?
    for (i, burst) in bursts.enumerated() {
      let isOn = busyUntil.map { burst.from < $0 + figure.tail } ?? false
      let over = max(busyUntil ?? burst.until, burst.until)
      busyUntil = over
      guard burst.until >= start, burst.until < end else { continue }
      let bytes =
        Double(burst.sent) / 1e6 * figure.sentMillion
        + Double(burst.received) / 1e6 * figure.receivedMillion
      let time =
        burst.sending.seconds * figure.sendingPower
        + burst.receiving.seconds * figure.receivingPower
      sum.add(bytes + time, burst.app, "\(name): bytes")
      let next = i + 1 < bursts.count ? bursts[i + 1].from : nil
      let tail = max(.zero, min(figure.tail, next.map { $0 - over } ?? figure.tail))
      sum.add(
        (isOn ? 0 : figure.wake) + tail.seconds * figure.tailPower, burst.app,
        "\(name): the radio before and after transfers")
    }
  }
}

extension BatteryRadio {
  var inWords: String {
    switch self {
    case .bluetooth: "Bluetooth to the watch or phone"
    case .wifi: "Wi-Fi"
    case .cellular: "mobile network"
    }
  }
}
