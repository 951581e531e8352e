#!/usr/bin/env python3
"""Writes word-problems.jsonl: 2,000 arithmetic word problems with their answers, the same ones every time.

    python3 word_problems.py > word-problems.jsonl
"""

import json
import random

NAMES = ["Ada", "Bruno", "Chidi", "Dalia", "Emil", "Farah", "Goro", "Hana", "Ivo", "Jun", "Kofi", "Lena", "Milo",
         "Nadia", "Omar", "Petra", "Quinn", "Rosa", "Sami", "Tove", "Uma", "Vera", "Wren", "Yara", "Zeno"]
THINGS = ["pencils", "marbles", "postcards", "walnuts", "stamps", "tickets", "beads", "candles", "plums", "buttons"]
BOXES = ["boxes", "crates", "baskets", "trays", "bags", "jars"]
PLACES = ["museum", "harbour", "library", "market", "observatory", "orchard", "theatre"]


def buying(r):
    name, thing, n, price = r.choice(NAMES), r.choice(THINGS), r.randint(3, 24), r.randint(2, 9)
    paid = n * price + r.randint(1, 40)
    return (f"{name} buys {n} {thing} at {price} coins each and pays with {paid} coins. "
            f"How many coins come back?", paid - n * price)


def packing(r):
    name, thing, box = r.choice(NAMES), r.choice(THINGS), r.choice(BOXES)
    boxes, each, loose = r.randint(4, 30), r.randint(6, 25), r.randint(1, 19)
    return (f"{name} fills {boxes} {box} with {each} {thing} each and has {loose} left over. "
            f"How many {thing} were there in all?", boxes * each + loose)


def sharing(r):
    name, thing, friends, each = r.choice(NAMES), r.choice(THINGS), r.randint(3, 12), r.randint(4, 20)
    kept = r.randint(1, 15)
    return (f"{name} has {friends * each + kept} {thing}, keeps {kept} and shares the rest equally among "
            f"{friends} friends. How many does each friend get?", each)


def walking(r):
    name, place, pace, minutes = r.choice(NAMES), r.choice(PLACES), r.randint(55, 95), r.randint(8, 45)
    rest = r.randint(40, 400)
    return (f"{name} walks towards the {place} at {pace} metres a minute for {minutes} minutes and is then "
            f"{rest} metres away from it. How many metres was the whole way?", pace * minutes + rest)


def saving(r):
    name, start, week, weeks = r.choice(NAMES), r.randint(10, 90), r.randint(3, 15), r.randint(4, 20)
    spent = r.randint(5, start + week * weeks - 1)
    return (f"{name} starts with {start} coins, saves {week} a week for {weeks} weeks and then spends {spent}. "
            f"How many coins are left?", start + week * weeks - spent)


def ages(r):
    older, younger = r.sample(NAMES, 2)
    young, factor, years = r.randint(4, 14), r.randint(2, 5), r.randint(2, 20)
    return (f"{younger} is {young} years old and {older} is {factor} times as old. "
            f"How old is {older} in {years} years?", young * factor + years)


def seats(r):
    place, rows, each, empty = r.choice(PLACES), r.randint(8, 30), r.randint(9, 28), r.randint(3, 60)
    return (f"The hall of the {place} has {rows} rows of {each} seats, and {empty} seats are empty. "
            f"How many people are seated?", rows * each - empty)


def recipe(r):
    name, people = r.choice(NAMES), r.randint(2, 6)
    grams, guests = people * r.randint(30, 90), r.randint(7, 20)
    return (f"A recipe for {people} people needs {grams} grams of flour. "
            f"How many grams does {name} need for {guests} people?", grams // people * guests)


def halves(r):
    name, thing, quarter = r.choice(NAMES), r.choice(THINGS), r.randint(6, 60)
    found = r.randint(2, 30)
    return (f"{name} had {quarter * 4} {thing}, gave away half of them, then half of what was left, "
            f"and found {found} more. How many are there now?", quarter + found)


def rent(r):
    name, hours, first, later = r.choice(NAMES), r.randint(3, 9), r.randint(6, 15), r.randint(2, 5)
    return (f"A boat costs {first} coins for the first hour and {later} for every further hour. "
            f"What does {name} pay for {hours} hours?", first + later * (hours - 1))


KINDS = [buying, packing, sharing, walking, saving, ages, seats, recipe, halves, rent]


def main():
    r = random.Random(20260101)
    seen = set()
    while len(seen) < 2000:
        prompt, answer = KINDS[len(seen) % len(KINDS)](r)
        if prompt not in seen:
            seen.add(prompt)
            print(json.dumps({"id": f"word-{len(seen):04d}", "prompt": prompt, "ideal": str(answer)}))


if __name__ == "__main__":
    main()
