/// The parts of the page that the script fills.
extension HTMLReport {
  static func timelineSection(_ timeline: Timeline) -> HTMLText {
    """
    <section aria-label="Timeline">
    <noscript><p>The timeline and the list of events need JavaScript.</p></noscript>
    <div class="scripted-only">
    <div class="controls">
    <h2>Timeline</h2>
    <button type="button" data-action="zoom-in" aria-label="Zoom in" title="Zoom in (+)">+</button>
    <button type="button" data-action="zoom-out" aria-label="Zoom out" title="Zoom out (−)">−</button>
    <button type="button" data-action="left" aria-label="Earlier" title="Earlier (←)">←</button>
    <button type="button" data-action="right" aria-label="Later" title="Later (→)">→</button>
    <button type="button" data-action="all" title="Everything (0)">All</button>
    <span id="range" role="status"></span>
    </div>
    <div id="timeline">
    <div class="top">
    <div id="clocks" class="clocks" aria-hidden="true"></div>
    <canvas id="overview" role="img" aria-label="Overview of the whole time"></canvas>
    <canvas id="axis" aria-hidden="true"></canvas>
    </div>
    <div id="labels"></div>
    <div class="canvases">
    <canvas id="chart" role="img" aria-label="Timeline"></canvas>
    <canvas id="overlay" aria-hidden="true"></canvas>
    </div>
    </div>
    \(legend(of: timeline))
    <p class="help">Use the mouse wheel or pinch to zoom, drag to move, and click for details.
    Keys: <kbd>+</kbd> <kbd>−</kbd> zoom, <kbd>←</kbd> <kbd>→</kbd> move, <kbd>0</kbd> show
    everything, <kbd>/</kbd> search.</p>
    </div>
    </section>
    """
  }

  static let listSection: HTMLText = """
    <section class="list scripted-only" aria-label="Events">
    <div class="list-head">
    <h2>Events</h2>
    <input id="search" type="search" placeholder="Search" aria-label="Search events"
    autocomplete="off">
    <label><input id="follow" type="checkbox" checked> only events in the visible part of the timeline</label>
    <span id="events-count" class="quiet" role="status"></span>
    </div>
    <div id="events" role="listbox" tabindex="0" aria-label="Events in order of time">
    <div id="events-space"></div>
    </div>
    </section>
    <aside id="card" hidden aria-label="Details">
    <button type="button" id="card-close" aria-label="Close details">×</button>
    <div id="card-body" role="status"></div>
    </aside>
    <div id="tooltip" hidden aria-hidden="true"></div>
    """
}
