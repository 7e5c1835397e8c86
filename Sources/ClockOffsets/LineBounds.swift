/// The bounds of a straight line, near x = 0, that lies above some places and below others.
///
/// This is a linear program with two variables. For each slope b, the line with the lowest height at x = 0 that is
/// above all places is max(y - b x), a convex function of b, for which only the corners of the convex hull count; below
/// all places it is min(y - b x). Lines exist for the slopes at which the first is not above the second.
struct LineBounds: Hashable {
  /// A place: x in seconds, y in nanoseconds.
  struct Place: Hashable {
    var x: Double
    var y: Double
  }

  /// The least and the greatest height of such a line at x = 0. Without any, both are `height`.
  var heights: ClosedRange<Double>
  /// The height at x = 0 of the line that is farthest from all places, or violates them least.
  var height: Double
  /// The slope of this line.
  var slope: Double
  /// The distance by which the places contradict each other: 0 if a line exists.
  var contradiction: Double

  /// Heights that differ by less, in nanoseconds, are equal: numbers are rounded.
  private static let tolerance = 1.0
  /// The share of the distance from the places by which a line is nearly as far as the farthest one.
  private static let nearly = 0.1

  /// - Parameters:
  ///   - lowest: places that the line is not below, at least one, by increasing x.
  ///   - highest: places that the line is not above, at least one, by increasing x.
  ///   - slopeMax: the largest magnitude of the slope.
  init(lowest: [Place], highest: [Place], slopeMax: Double) {
    let below = Envelope(above: lowest)
    let above = Envelope(above: highest.map { Place(x: $0.x, y: -$0.y) })
    func floor(_ slope: Double) -> Double { below.height(slope) }
    func ceiling(_ slope: Double) -> Double { -above.height(-slope) }
    /// The height that is missing between the two at a slope.
    func excess(_ slope: Double) -> Double { floor(slope) - ceiling(slope) - Self.tolerance }
    let best = Self.argMin(excess, in: -slopeMax...slopeMax)
    let least = excess(best)
    /// The slopes at which no more than some excess is missing.
    func slopes(_ most: Double) -> ClosedRange<Double> {
      let value = { (slope: Double) in excess(slope) - most }
      let low = Self.end(of: value, from: best, to: -slopeMax)
      return low...max(low, Self.end(of: value, from: best, to: slopeMax))
    }
    // If many lines are nearly as far, the one in their middle.
    let farthest = slopes(least + Self.tolerance + least.magnitude * Self.nearly)
    let middle = farthest.lowerBound / 2 + farthest.upperBound / 2
    let height = floor(middle) / 2 + ceiling(middle) / 2
    self.height = height
    slope = middle
    guard least <= 0 else {
      heights = height...height
      contradiction = least + Self.tolerance
      return
    }
    let possible = slopes(0)
    let lowest = floor(Self.argMin(floor, in: possible))
    let highest = ceiling(Self.argMin({ -ceiling($0) }, in: possible))
    heights = min(lowest, height)...max(highest, height)
    contradiction = 0
  }

  /// The golden section. Each step makes a range smaller by the ratio: 44 make it 1e9 times smaller.
  private static let ratio = 0.618_033_988_749_894_9
  private static let steps = 44

  /// Returns where a convex function has its least value.
  static func argMin(_ value: (Double) -> Double, in range: ClosedRange<Double>) -> Double {
    var (low, high) = (range.lowerBound, range.upperBound)
    var (left, right) = (high - ratio * (high - low), low + ratio * (high - low))
    var (valueLeft, valueRight) = (value(left), value(right))
    for _ in 0..<steps where low < high {
      if valueLeft <= valueRight {
        (high, right, valueRight) = (right, left, valueLeft)
        left = high - ratio * (high - low)
        valueLeft = value(left)
      } else {
        (low, left, valueLeft) = (left, right, valueRight)
        right = low + ratio * (high - low)
        valueRight = value(right)
      }
    }
    // The ends are not among the places that were tried.
    let tried = [low, left, right, high, range.lowerBound, range.upperBound]
    return tried.map { ($0, value($0)) }.min { $0.1 < $1.1 }!.0
  }

  /// Returns the farthest place at which a convex function is not above 0, seen from one where it is not.
  private static func end(
    of value: (Double) -> Double, from inside: Double, to outside: Double
  ) -> Double {
    if value(outside) <= 0 { return outside }
    var (inside, outside) = (inside, outside)
    for _ in 0..<steps {
      let middle = inside / 2 + outside / 2
      if value(middle) <= 0 { inside = middle } else { outside = middle }
    }
    return inside
  }
}

/// The corners of the convex hull of places, seen from above.
struct Envelope: Hashable {
  private(set) var corners: [LineBounds.Place] = []

  /// - Parameter places: by increasing x.
  init(above places: [LineBounds.Place]) {
    for place in places {
      while corners.count > 1, isCovered(corners[corners.count - 1], by: place) {
        corners.removeLast()
      }
      corners.append(place)
    }
  }

  /// Whether the last corner is not above the line from the corner before it to the next place.
  private func isCovered(_ last: LineBounds.Place, by next: LineBounds.Place) -> Bool {
    let first = corners[corners.count - 2]
    return (last.y - first.y) * (next.x - first.x) <= (next.y - first.y) * (last.x - first.x)
  }

  /// The height at x = 0 of the lowest line with a slope that is above all places.
  func height(_ slope: Double) -> Double {
    var height = -Double.infinity
    for corner in corners { height = max(height, corner.y - slope * corner.x) }
    return height
  }
}
