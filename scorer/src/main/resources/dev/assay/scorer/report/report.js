(function () {
  'use strict';
  var each = function (selector, what) {
    Array.prototype.forEach.call(document.querySelectorAll(selector), what);
  };

  // Says below a chart what the column under the pointer holds.
  each('.plot', function (plot) {
    var line = document.createElement('p');
    line.className = 'readout';
    line.setAttribute('aria-hidden', 'true');
    plot.insertAdjacentElement('afterend', line);
    plot.addEventListener('pointerover', function (event) {
      var column = event.target.closest('[data-tip]');
      line.textContent = column ? column.getAttribute('data-tip') : '';
    });
    plot.addEventListener('pointerleave', function () {
      line.textContent = '';
    });
  });

  // Leaves the jobs of one outcome, or unfolds all, as before printing.
  each('.chips', function (chips) {
    chips.hidden = false;
    chips.addEventListener('click', function (event) {
      var chosen = event.target.closest('button');
      if (!chosen) {
        return;
      }
      if (chosen.className === 'unfold') {
        var unfold = chosen.getAttribute('aria-pressed') !== 'true';
        chosen.setAttribute('aria-pressed', String(unfold));
        each('details.item', function (item) {
          item.open = unfold;
        });
        return;
      }
      var show = chosen.getAttribute('data-show');
      each('.chips button[data-show]', function (button) {
        button.setAttribute('aria-pressed', String(button === chosen));
      });
      each('.group', function (group) {
        group.hidden = show === '' ? false : group.getAttribute('data-band') !== show;
      });
    });
  });
})();
