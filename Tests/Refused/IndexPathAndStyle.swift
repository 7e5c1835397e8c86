// accepted
// The parts of an index path can be set, a delegate of a table is one of a scroll view, and the style `done`
// is another name of `prominent`.
import UIKit

func nextRow(_ path: IndexPath) -> IndexPath {
  var path = path
  path.row += 1
  path.section = 0
  path.item = path.row
  return path
}

@MainActor func scrolls(_ delegate: any UITableViewDelegate) -> any UIScrollViewDelegate {
  delegate
}

func isDone(_ style: UIBarButtonItem.Style) -> Bool { style == .done && style == .prominent }
