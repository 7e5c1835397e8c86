extension NightPage {
  /// The rules that this page has besides those of all pages.
  static let style: HTML = """
    :root {
      --c0: #3d5fc4; --c1: #c2570c; --c2: #0f8a6d; --c3: #9a3fae; --c4: #8a6d00; --c5: #53627c;
    }
    @media (prefers-color-scheme: dark) {
      :root {
        --c0: #86a1ff; --c1: #ffb066; --c2: #55d6b0; --c3: #db95ec; --c4: #dcc457; --c5: #a9b4c9;
      }
    }
    [hidden] { display: none !important; }
    body { max-width: 75rem; }
    .note, .marks time, h2 span { color: var(--quiet); }
    nav {
      display: grid; grid-template-columns: 1fr auto 1fr; gap: 1rem; margin: .75rem 0 0;
      font-size: .875rem;
    }
    nav > :last-child { text-align: right; }
    h2 { font-size: 1.2rem; margin: 1.5rem 0 .5rem; }
    h2 span { font-weight: 400; }
    small { font-size: .875rem; font-weight: 400; margin-left: .25rem; white-space: nowrap; }
    .note { margin: 0 0 .75rem; font-size: .875rem; }
    .tools {
      position: sticky; top: 0; z-index: 2; display: flex; flex-wrap: wrap; gap: .5rem 1rem;
      align-items: center; justify-content: space-between; padding: .5rem 0; margin: 0 0 .25rem;
      background: var(--ground);
    }
    .tools span { display: flex; gap: .375rem; }
    .tools output { font-size: .875rem; }
    button {
      font: inherit; font-size: .875rem; min-width: 2.5rem; min-height: 2.25rem; padding: 0 .75rem;
      color: var(--text); background: var(--card); border: 1px solid var(--line);
      border-radius: .5rem; cursor: pointer; touch-action: manipulation;
    }
    button:hover:enabled { border-color: var(--link); }
    button:disabled { opacity: .45; cursor: default; }
    :focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
    article {
      background: var(--card); border: 1px solid var(--line); border-radius: .75rem;
      padding: .875rem 1.25rem .875rem; margin: 0 0 1rem; overflow-wrap: anywhere;
    }
    h3 { font-size: 1rem; font-weight: 600; margin: 0; }
    [data-stream] > h3 { float: left; margin-right: 1rem; }
    .legend, .marks { list-style: none; padding: 0; }
    .legend {
      display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 0 1rem; margin: 0;
      min-height: 1.5rem; font-size: .875rem;
    }
    .legend i {
      display: inline-block; width: .75rem; height: .25rem; margin-right: .375rem;
      border-radius: .125rem; background: var(--channel); vertical-align: middle;
    }
    .legend span { color: var(--quiet); }
    .legend b { font-weight: 600; margin-left: .375rem; }
    .plots { position: relative; clear: both; padding-top: .25rem; }
    .plots canvas {
      display: block; width: 100%; height: 11rem; border-radius: .375rem; cursor: grab;
      touch-action: pan-y; user-select: none; -webkit-user-select: none;
    }
    .plots canvas:active { cursor: grabbing; }
    @media (scripting: enabled) { .bar { visibility: hidden; height: 11rem; } }
    .tip {
      position: absolute; z-index: 1; pointer-events: none; padding: .125rem .5rem;
      border: 1px solid var(--line); border-radius: .375rem; background: var(--card);
      box-shadow: 0 2px 8px #0003; font-size: .8125rem; white-space: nowrap;
    }
    .status { margin: .25rem 0 0; font-size: .875rem; color: var(--bad); }
    .links { display: flex; flex-wrap: wrap; gap: 0 1rem; margin: .375rem 0 0; font-size: .875rem; }
    .marks { margin: .25rem 0 .75rem; font-size: .875rem; }
    .marks b { margin-left: .5rem; }
    .wide { overflow-x: auto; }
    #clocks .note { margin: .5rem 0 0; }
    #clocks .marks b { font-weight: 400; }
    kbd {
      padding: 0 .375rem; border: 1px solid var(--line); border-radius: .25rem; font: inherit;
    }
    @media (max-width: 40rem) {
      body { padding: 1.25rem .75rem 3rem; }
      article { padding: .75rem; }
      .tools { flex-direction: column; align-items: stretch; }
      .tools span > * { flex: 1; padding: 0 .25rem; min-height: 2.75rem; }
      .tools [data-action="all"] { flex: 2.5; }
      .plots canvas { height: 9.5rem; }
      @media (scripting: enabled) { .bar { height: 9.5rem; } }
      [data-stream] > h3 { float: none; }
      .legend { justify-content: flex-start; }
      h2 small { display: block; margin: 0; }
    }
    """
}
